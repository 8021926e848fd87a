"""What library operators are: Python functions, by qualified name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Function: TypeAlias = Callable[..., Any]
"""A library operator on values; its row in `ir/library_ops.py` says what it is given."""

Table: TypeAlias = dict[str, Function]
