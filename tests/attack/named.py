"""Where TLC differs from plain substitution for a reason that has a name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.attack.answers import Said, by_substitution, differences
from tests.attack.attack import Finding
from tests.attack.generate import generate
from tests.attack.tlc import by_tlc
from tests.attack.tree import Spec

REASONS: dict[str, tuple[str, str]] = {
    "constant": ("is equal to FALSE", "TLC refuses an invariant or constraint that is FALSE"),
}
"""Words of TLC's message, and why the answer is another."""


def reason(spec: Spec, expected: Said, answer: Said) -> str | None:
    """The name of the reason why TLC gives another answer; None if there is none."""
    for name, (words, _) in REASONS.items():
        if words in answer.note:
            return name
    return None


def compare_with_tlc(seeds: Sequence[int], folder: Path) -> int:
    """Print where TLC and plain substitution differ without a named reason."""
    specs = {seed: generate(seed) for seed in seeds}
    expected = {seed: said for seed, s in specs.items() if (said := by_substitution(s))}
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
    sys.stdout.write(f"{len(answers)} specs: {dict(counts)}\n")
    return 1 if counts["unnamed"] else 0
