"""Operators that only Python can compute: C calls them during the search.

Print, TLCGet and TLCSet, reading files, graphs: the interpreter's own functions are called,
in its own context, so that output and registers are the same in both engines. They are
called from one thread: a search that needs them has one worker.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from holdfast.cancellation import Cancelled, Interruptible, Interruption
from holdfast.interp.builtins import BUILTINS
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ranks import ranked_by
from holdfast.native.run.decode import Codec, NoWords
from holdfast.native.run.interface import HOST, U32, U64, WORDS

_NO_WORDS, _NO_VALUE, _STOPPED = 18, 20, 21


class Host:
    """Handles the calls of one engine."""

    def __init__(
        self, operators: tuple[str, ...], codec: Codec, machine: Machine, grow: Callable[..., None]
    ) -> None:
        self._functions = [_function(name, machine) for name in operators]
        self._codec = codec
        self._ranks = machine.ranks
        self._grow = grow
        self._known = len(codec.texts)
        self._strings: tuple[Any, Any] = (), ()
        self._reply: Any = None
        self.error: BaseException | None = None
        self._evaluating = Interruptible()
        self.callback = HOST(self._answer)

    def _answer(self, which: int, words: Any, count: int, reply: Any) -> int:
        function, arity = self._functions[which]
        try:
            with ranked_by(self._ranks), self._evaluating:  # the thread is the engine's
                value = function(*self._codec.read_all(words[:count], arity))
                row = self._codec.write(value)
        except EvalError:
            return _NO_VALUE
        except NoWords:
            return _NO_WORDS
        except Interruption as stop:
            self.error = stop
            return _STOPPED
        except BaseException as error:  # Python exceptions must not pass through C
            self.error = error
            return _NO_VALUE
        if len(self._codec.texts) > self._known:
            self._tell_strings()
        array = (U64 * len(row))(*row)
        self._reply = array
        reply[0] = ctypes.cast(array, WORDS)
        return 0

    def interrupt(self) -> None:
        """Interrupt the current evaluation, in whichever thread: the search is halted."""
        self._evaluating.interrupt(Cancelled)

    def _tell_strings(self) -> None:
        texts = self._codec.texts
        marks, lengths = self._strings
        if len(texts) > len(marks):
            room = 2 * len(texts)
            self._strings = marks, lengths = (U64 * room)(), (U32 * room)()
            self._known = 0
        for i in range(self._known, len(texts)):
            marks[i], lengths[i] = fingerprint(texts[i]), len(texts[i])
        self._known = len(texts)
        self._grow(len(texts), marks, lengths)


def _function(name: str, machine: Machine) -> tuple[Callable[..., Any], int]:
    if name not in LIBRARY_OPS:
        call = ir.Call(name, ())
        return lambda: machine.value(call), 0
    row, function, context = LIBRARY_OPS[name], BUILTINS[name], machine.context
    if row.context:
        return lambda *values: function(context, *values), row.arity
    return function, row.arity
