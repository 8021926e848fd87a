"""PlusCal: the algorithm in a comment of a module, translated to TLA+."""

from __future__ import annotations

from holdfast.front.pluscal.locate import find_algorithm
from holdfast.front.pluscal.options import Options
from holdfast.front.pluscal.translate import Translation, translate
from holdfast.front.pluscal.write import blank_translation, splice, write_translation

__all__ = [
    "Options",
    "Translation",
    "blank_translation",
    "find_algorithm",
    "splice",
    "translate",
    "write_translation",
]
