"""Where TLC differs from plain substitution for a reason that has a name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.attack.answers import Said, by_substitution, differences
from tests.attack.attack import Finding
from tests.attack.generate import generate
from tests.attack.holes import asks_enabled_of_a_parameter
from tests.attack.tlc import by_tlc
from tests.attack.tree import (
    Arg,
    Call,
    Instance,
    Lambda,
    Let,
    OpName,
    Spec,
    Unit,
    unit_expressions,
    walk,
)


def reason(spec: Spec, ours: Said, theirs: Said) -> str | None:
    """Why TLC gives another answer; None if there is no reason that we know."""
    if "is equal to FALSE" in theirs.note:
        return "TLC refuses an invariant or a constraint that is FALSE without any variable"
    early = by_substitution(spec, early=True)
    if early is not None and not any(differences(spec, {"early": early, "tlc": theirs})):
        # TLC looks a parameter up where the call stands, and there the substitution of the
        # instance is in force: in M, `En(a) == ENABLED a` and `En(u' = 0 /\\ v' = 1)` is FALSE for
        # `u <- x, v <- x`, although `ENABLED (u' = 0 /\\ v' = 1)` is TRUE.
        return "TLC substitutes in an argument before it evaluates ENABLED of it"
    if ours.kind == "error" and any(map(asks_enabled_of_a_parameter, spec.modules[:-1])):
        return "TLC takes the next value of a variable outside for that of the instance's ENABLED"
    if "cannot handle this conjunct" in theirs.note:
        return "TLC does not take an instance in LET for a formula about states"
    if "appearing in a WF_v(A)" in theirs.note:
        return "TLC does not find an assignment when it evaluates ENABLED of a fairness condition"
    if theirs.kind == "refused" and any(isinstance(u, Instance) for u in _local_units(spec)):
        return "SANY takes some instances in LET for formulas about steps"
    if "undefined or not an operator" in theirs.note and _replaces_by_calls(spec):
        return "TLC does not see the variable behind an operator with parameters"
    if "Base" in [m.name for m in spec.modules] and _passes_into_instances(spec):
        # The constant of a module that both extend is one symbol to TLC, so that the
        # substitution of the instance reaches the operator that is passed.
        return "TLC evaluates an operator that is passed to an instance as if it were in it"
    return None


def _everything(spec: Spec) -> list[Arg]:
    return [
        each
        for module in spec.modules
        for unit in module.units
        for e in unit_expressions(unit)
        for each in walk(e)
    ]


def _local_units(spec: Spec) -> list[Unit]:
    return [unit for e in _everything(spec) if isinstance(e, Let) for unit in e.units]


def _passes_into_instances(spec: Spec) -> bool:
    calls = [e for e in _everything(spec) if isinstance(e, Call) and e.path]
    return any(isinstance(arg, OpName | Lambda) for call in calls for arg in call.args)


def _replaces_by_calls(spec: Spec) -> bool:
    """Whether an instance puts an operator with its arguments in the place of a variable."""
    units = [*_local_units(spec), *(u for m in spec.modules for u in m.units)]
    values: list[Arg] = [e for u in units if isinstance(u, Instance) for _, e in u.substitution]
    calls = [e for e in _everything(spec) if isinstance(e, Call)]
    values += [arg for call in calls for _, args in call.path for arg in args]
    return any(isinstance(e, Call) and bool(e.args) for e in values)


def compare_with_tlc(seeds: Sequence[int], folder: Path) -> int:
    """Print where TLC and plain substitution differ without a named reason."""
    specs = {seed: generate(seed) for seed in seeds}
    expected = {seed: answer for seed, s in specs.items() if (answer := by_substitution(s))}
    answers = by_tlc([specs[seed] for seed in expected], folder)
    counts: Counter[str] = Counter()
    for (seed, ours), theirs in zip(expected.items(), answers, strict=True):
        said = {"substitution": ours, "tlc": theirs}
        difference = next(differences(specs[seed], said), None)
        if difference is None:
            counts["the same"] += 1
            continue
        named = reason(specs[seed], ours, theirs)
        counts[named or "unnamed"] += 1
        if named is None:
            sys.stdout.write(f"{Finding(seed, specs[seed], said, difference)}\n")
        else:
            sys.stdout.write(f"seed {seed}: {difference} ({named})\n")
    sys.stdout.write(f"{len(answers)} specs: {dict(counts)}\n")
    return 1 if counts["unnamed"] else 0
