"""All engines of `check`, imported lazily."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holdfast.check.engine import Engine


def _native() -> Engine:
    from holdfast.check.native_check import NativeEngine

    return NativeEngine()


def _interpreted() -> Engine:
    from holdfast.check.explore import InterpretedEngine

    return InterpretedEngine()


ENGINES: Mapping[str, Callable[[], Engine]] = {"native": _native, "interp": _interpreted}
"""All engines by name; `auto` is the first that can run a system."""
