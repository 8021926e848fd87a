"""Where TLC differs from plain substitution for a reason that has a name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.attack.answers import Said, by_substitution, composes, differences
from tests.attack.attack import Finding
from tests.attack.generate import generate
from tests.attack.holes import asks_enabled_of_a_parameter
from tests.attack.tlc import by_tlc
from tests.attack.tree import Spec


def reason(spec: Spec, theirs: Said) -> str | None:
    """Why TLC gives another answer; None if there is no reason that we know."""
    if "is equal to FALSE" in theirs.note:
        return "TLC refuses an invariant or a constraint that is FALSE without any variable"
    if any(asks_enabled_of_a_parameter(m) for m in spec.modules[:-1]):
        # TLC looks a parameter up where the call stands, and there the substitution of the
        # instance is in force: in M, `En(a) == ENABLED a` and `En(u' = 0 /\\ v' = 1)` is FALSE for
        # `u <- x, v <- x`, although `ENABLED (u' = 0 /\\ v' = 1)` is TRUE.
        return "TLC substitutes in a parameter before it evaluates ENABLED of it"
    if "cannot handle this conjunct" in theirs.note:
        return "TLC does not take an instance in LET for a formula about states"
    if composes(spec):
        return "TLC's composition of actions is incomplete"
    return None


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
        named = reason(specs[seed], theirs)
        counts[named or "unnamed"] += 1
        if named is None:
            sys.stdout.write(f"{Finding(seed, specs[seed], said, difference)}\n")
    sys.stdout.write(f"{len(answers)} specs: {dict(counts)}\n")
    return 1 if counts["unnamed"] else 0
