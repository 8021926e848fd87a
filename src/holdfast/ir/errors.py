"""What goes wrong when a value is computed."""

from __future__ import annotations

from holdfast.codes import CODES
from holdfast.source import Span


class EvalError(Exception):
    """An expression has no value here; whoever evaluates it attaches the span."""

    def __init__(self, code: str, message: str, help: str | None = None) -> None:
        assert code in CODES, f"{code} is not listed in holdfast/codes.py"
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.span: Span | None = None

    def at(self, span: Span | None) -> EvalError:
        """This error, located at `span` unless a part of that has been blamed already."""
        if self.span is None:
            self.span = span
        return self
