"""Counts of evaluations: how often each site of a spec was evaluated, and how often it was true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from holdfast.interp.assignments import Run
from holdfast.interp.frames import Code, Frame
from holdfast.ir.sites import Sites
from holdfast.ir.values import TRUE


class Counters:
    """Two counts for each site; a part of an action is true once for each way to satisfy it."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.evaluated = [0] * len(sites)
        self.true = [0] * len(sites)

    def counted(self, code: Code, number: int) -> Code:
        """Code that counts its evaluations."""
        evaluated, true = self.evaluated, self.true

        def count(f: Frame) -> Any:
            value = code(f)
            evaluated[number] += 1
            if value is TRUE:
                true[number] += 1
            return value

        return count

    def entered(self, run: Run, number: int) -> Run:
        """A part of an action that counts how often it is run."""
        evaluated = self.evaluated

        def count(f: Frame) -> None:
            evaluated[number] += 1
            run(f)

        return count

    def satisfied(self, then: Run, number: int) -> Run:
        """What follows a part of an action, and counts how often that was satisfied."""
        true = self.true

        def count(f: Frame) -> None:
            true[number] += 1
            then(f)

        return count

    def around(self, numbers: Iterable[int], run: Callable[[Run], Run], then: Run) -> Run:
        """A part of an action that counts at each of these sites."""
        numbers = tuple(numbers)
        for number in numbers:
            then = self.satisfied(then, number)
        counted = run(then)
        for number in numbers:
            counted = self.entered(counted, number)
        return counted

    def uncounted(self, code: Code) -> Code:
        """Code whose evaluation leaves the counts as they are: that of a constant."""

        def evaluate(f: Frame) -> Any:
            evaluated, true = self.evaluated[:], self.true[:]
            try:
                return code(f)
            finally:
                self.evaluated[:], self.true[:] = evaluated, true

        return evaluate
