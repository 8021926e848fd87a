"""TLC's messages: their codes, their classes, and how they are printed with and without `-tool`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias


class Severity(IntEnum):
    """The class of a message, the second number of its first line with `-tool`."""

    NONE = 0
    ERROR = 1
    BUG = 2
    WARNING = 3
    STATE = 4


class Code(IntEnum):
    """The number of a message."""

    GENERAL = 1000
    WRONG_COMMAND_LINE = 1102
    NESTED_EXPRESSION = 2103
    ASSUMPTION_FALSE = 2104
    INVARIANT_FALSE_INITIALLY = 2107
    PROPERTY_FALSE_INITIALLY = 2108
    SUCCESSOR_INCOMPLETE = 2109
    INVARIANT_FALSE = 2110
    ACTION_PROPERTY_FALSE = 2112
    DEADLOCK = 2114
    TEMPORAL_PROPERTY_FALSE = 2116
    NO_INITIAL_STATE = 2118
    BEHAVIOR = 2121
    BACK_TO_STATE = 2122
    ASSERTION_FALSE = 2132
    STARTING = 2185
    FINISHED = 2186
    MODE = 2187
    SIMULATION_MODE = 2188
    COMPUTING_INITIAL = 2189
    INITIAL_COMPUTED = 2190
    TEMPORAL_START = 2192
    SUCCESS = 2193
    DEPTH = 2194
    STATISTICS = 2199
    PROGRESS = 2200
    COVERAGE_START = 2201
    COVERAGE_END = 2202
    SIMULATION_PROGRESS = 2209
    SIMULATION_STATISTICS = 2210
    FORMULA_UNSUPPORTED = 2213
    STATE = 2217
    STUTTERING = 2218
    PARSING_END = 2219
    PARSING_START = 2220
    COVERAGE_VALUE = 2221
    CONSTANT_MISSING = 2222
    CONFIG_CONFLICT = 2227
    NAME_UNDEFINED = 2229
    VERSION = 2262
    COUNTEREXAMPLE = 2264
    TEMPORAL_END = 2267
    INITIAL_PROGRESS = 2269
    POSTCONDITION_FALSE = 2404
    COVERAGE_NEXT = 2772
    COVERAGE_INIT = 2773
    COVERAGE_PROPERTY = 2774
    COVERAGE_CONSTRAINT = 2778
    PARSING_FAILED = 3002


@dataclass(frozen=True, slots=True)
class Message:
    """One message of TLC; `only_tool` ones are printed with `-tool` alone."""

    code: Code
    text: str
    severity: Severity = Severity.NONE
    only_tool: bool = False


Output: TypeAlias = Message | str
"""A message, or a line outside messages: what a spec prints, and what the parser reports."""

_PREFIX = {
    Severity.NONE: "",
    Severity.ERROR: "Error: ",
    Severity.BUG: "TLC Bug: ",
    Severity.WARNING: "Warning: ",
    Severity.STATE: "State ",
}
_DELIMITER = "@!@!@"


def error(code: Code, text: str) -> Message:
    """A message that is an error."""
    return Message(code, text, Severity.ERROR)


def warning(text: str) -> Message:
    """A warning that TLC has no number for."""
    return Message(Code.GENERAL, text, Severity.WARNING)


class Printed:
    """What is printed: messages as text, one after the other, without those that are suppressed."""

    def __init__(
        self, *, tool: bool = False, warnings: bool = True, suppressed: frozenset[int] = frozenset()
    ) -> None:
        self.tool = tool
        self._warnings = warnings
        self._suppressed = suppressed
        self._warned = False

    def lines(self, output: Output) -> Iterator[str]:
        """The text of a message, if it is to be printed."""
        if isinstance(output, str):
            yield output
        elif self._wanted(output):
            yield self._wrapped(output) if self.tool else self._plain(output)

    def _wanted(self, message: Message) -> bool:
        # As in TLC, an error is printed even if its code is suppressed.
        hidden = message.code in self._suppressed and message.severity is not Severity.ERROR
        silent = message.severity is Severity.WARNING and not self._warnings
        return not hidden and not silent and (self.tool or not message.only_tool)

    def _wrapped(self, message: Message) -> str:
        head = f"{_DELIMITER}STARTMSG {message.code}:{message.severity} {_DELIMITER}"
        return f"{head}\n{message.text}\n{_DELIMITER}ENDMSG {message.code} {_DELIMITER}"

    def _plain(self, message: Message) -> str:
        text = _PREFIX[message.severity] + message.text
        if message.severity is Severity.WARNING and not self._warned:
            self._warned = True
            text += "\n(Use the -nowarning option to disable this warning.)"
        return text
