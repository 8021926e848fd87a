"""Widgets: the screens of the studio in a notebook, whose requests the kernel answers.

Only this module imports anywidget, and only widgets import this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from holdfast.page_modules import loading_text, style_text
from holdfast.widgets.requests import RUN, ModelRequests, answer_message

if TYPE_CHECKING:
    from holdfast.report.result import Traced
    from holdfast.workbench import Specification

_STYLES = ("base.css", "shell.css", "trace.css", "drawings.css", "widget.css")


class View(anywidget.AnyWidget):  # type: ignore[misc]  # without types
    """A screen of the studio.

    `at` is the number of the selected state, `watch` are the expressions that are evaluated in each
    state, `path` are the ids of the states of a walk. All are synchronised.
    """

    _esm = loading_text("widget.js")
    style_text = traitlets.Unicode(style_text(*_STYLES)).tag(sync=True)
    screen = traitlets.List(traitlets.Unicode()).tag(sync=True)
    at = traitlets.Int(None, allow_none=True).tag(sync=True)
    watch = traitlets.List(traitlets.Unicode()).tag(sync=True)
    path = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, requests: ModelRequests, **traits: Any) -> None:
        super().__init__(**traits)
        self.requests = requests
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        self.send(answer_message(self.requests.answer, message))

    @property
    def states(self) -> list[dict[str, Any]]:
        """The states of the walk, or else of the trace, as plain Python values."""
        return self.requests.states(self.path)

    @property
    def state(self) -> dict[str, Any] | None:
        """The selected state; None if there is none."""
        states = self.states
        at = len(states) if self.at is None else min(self.at, len(states))
        return states[at - 1] if at >= 1 else None


def explore_trace(result: Traced[Any]) -> View:
    """The trace explorer for a result."""
    if result.loaded is None or not result.actions:
        raise ValueError("this result has no trace to explore; `step` of its spec steps through it")
    return View(ModelRequests(result.loaded, result), screen=["run", RUN, "trace"])  # type: ignore[arg-type]  # a result is of a spec


def step_through(spec: Specification) -> View:
    """A walk through a spec; raises SpecError if its model has errors."""
    requests = ModelRequests(spec)
    requests.model.walk()
    return View(requests, screen=["step", spec.path.name])
