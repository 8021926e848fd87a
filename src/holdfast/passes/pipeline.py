"""The compiler on one screen: every pass, in order."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.ir.system import System
from holdfast.passes.behaviour import find_behaviour
from holdfast.passes.enabled_trees import enabled_trees
from holdfast.passes.explicit_actions import explicit_actions
from holdfast.passes.infer_types import infer_types
from holdfast.passes.resolve_primes import resolve_primes
from holdfast.passes.sort_properties import sort_properties
from holdfast.recursion import deep_recursion

PIPELINE: tuple[tuple[str, Callable[[System], System]], ...] = (
    ("resolve primes", resolve_primes),
    ("find behaviour", find_behaviour),
    ("sort properties", sort_properties),
    ("explicit actions", explicit_actions),
    ("enabled trees", enabled_trees),
    ("infer types", infer_types),
)


def run_pipeline(system: System, after: str | None = None) -> System:
    """The system after all passes, or after the named one."""
    with deep_recursion():
        for name, run in PIPELINE:
            system = run(system)
            if name == after:
                break
    return system
