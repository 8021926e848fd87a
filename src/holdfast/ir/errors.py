"""Errors of evaluation."""

from __future__ import annotations

from holdfast.codes import CODES
from holdfast.source import Span


class EvalError(Exception):
    """An expression cannot be evaluated; the evaluator attaches the span."""

    def __init__(self, code: str, message: str, help: str | None = None) -> None:
        assert code in CODES, f"{code} is not listed in holdfast/codes.py"
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.span: Span | None = None

    def at(self, span: Span | None) -> EvalError:
        """This error, located at `span` unless it already has the location of a part."""
        if self.span is None:
            self.span = span
        return self
