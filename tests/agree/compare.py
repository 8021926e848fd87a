"""When two answers agree: the same value, or an error of the same kind.

Where they differ on purpose, `docs/differences.md` says why; `difference` names the paragraph.
"""

from __future__ import annotations

import re

_INTERVAL = re.compile(r"(-?\d+)\.\.(-?\d+)")

_KINDS = (
    ("assertion", r"argument of Assert evaluated"),
    ("division", r"argument of % should be a positive|argument of \\div is 0"),
    ("endless", r"StackOverflow|error: %2%"),
    ("no witness", r"but no element of S satisfied|should be a non-empty set|The value null"),
    ("no case", r"CASE with no conditions true"),
    (
        "outside",
        r"not in (its|the) domain|In applying the function|non integral index|out of bounds"
        r"|must be in the domain|to the empty sequence"
        r"|no field named|non-empty sequence|should be in the domain",
    ),
)
_CODES = {
    "eval-assert": "assertion",
    "eval-division": "division",
    "eval-endless": "endless",
    "eval-no-witness": "no witness",
    "eval-no-case": "no case",
    "eval-out-of-domain": "outside",
    "eval-field": "outside",
}
WRONG_KIND = "wrong kind"
"""The kind of all other errors: a value that is not what an operator needs."""


def same(tlc: str, ours: str) -> bool:
    """Whether both have the same value, or both an error."""
    if tlc.startswith("V") and ours.startswith("V"):
        return _listed(tlc) == _listed(ours)
    return tlc[0] == ours[0] or (ours.startswith("E") and "<expression " in tlc)


def _listed(answer: str) -> str:
    """The text with intervals written as sets."""

    def elements(match: re.Match[str]) -> str:
        return "{" + ", ".join(map(str, range(int(match[1]), int(match[2]) + 1))) + "}"

    return _INTERVAL.sub(elements, answer)


def kind_of_theirs(error: str) -> str:
    """The kind of an error in TLC's words."""
    return next((kind for kind, words in _KINDS if re.search(words, error)), WRONG_KIND)


def kind_of_ours(error: str) -> str:
    """The kind of one of our errors, `E code message`."""
    return _CODES.get(error.split()[1], WRONG_KIND)


def difference(expression: str, tlc: str, ours: str) -> str | None:
    """The paragraph of `docs/differences.md` that explains two answers, if one does."""
    for name, in_expression, in_tlc, in_ours in _DIFFERENCES:
        if (
            re.search(in_expression, expression)
            and re.search(in_tlc, tlc)
            and re.search(in_ours, ours)
        ):
            return name
    if tlc[0] == ours[0] == "V" and "|->" in expression and sorted(tlc) == sorted(ours):
        return "printed order"
    return None


_DIFFERENCES = (
    ("reals", r"\bReal\b|\bInfinity\b| / ", "", ""),
    ("large integers", "", "^E.*(Overflow|out of range)", "^V"),
    ("constant operators", "LAMBDA", "^E.*(OpValue|should be an? operator)", ""),
    ("sets with elements of different kinds", "", "^E.*(ompare|equality)", "^V"),
    ("sets with elements of different kinds", "", "^V", "^E eval-kinds-differ"),
    ("sets that cannot be enumerated", "", "^V", "^E eval-not-enumerable"),
    ("non-sets as sets", "", "^V", "^E eval-not-a-set"),
    ("bags", "", "^V", "^E eval-out-of-domain .* needs a bag"),
    ("bags", "SubBag", "^E.*not in its domain", "^V"),
    ("arguments of library operators", r"\bRemove\(", "^V", "^E"),
    ("arguments of library operators", r"\bRemoveFirst\(", "^E", "^V"),
    ("library functions", "AntiFunction", "^E.*occurs multiple times", "^V"),
    ("library functions", "", r"^E.*should be a function, but instead it is: [(<\[]", "^V"),
    ("function constructors", r"\|->|Restrict|@@", "^V", "^E eval-(out-of-domain|field|no-)"),
    ("the empty sequence", "EXCEPT", "^E.*non integral index", "^V"),
    ("filters", r"\\in \(\{", "^E.*(P was|CASE|CHOOSE|domain|boolean)", "^V"),
)
"""Why, and what the expression, TLC's answer and ours then look like."""
