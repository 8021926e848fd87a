"""The type of library operators: Python functions, by qualified name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Function: TypeAlias = Callable[..., Any]
"""A library operator on values; its row in `ir/library_ops.py` describes its arguments."""

Table: TypeAlias = dict[str, Function]
