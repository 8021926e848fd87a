"""Widgets: the screens of the studio in a notebook, whose requests the kernel answers.

Only this module imports anywidget, and it is imported only when a widget is made.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from threading import get_ident
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from holdfast.page_modules import loading_text, style_text
from holdfast.widgets.diagram_requests import DiagramRequests
from holdfast.widgets.requests import RUN, ModelRequests, answer_message, failed_answer

if TYPE_CHECKING:
    from holdfast.report.result import Traced
    from holdfast.workbench import DiagramFile, Specification

_STYLES = style_text(
    "base.css",
    "shell.css",
    "trace.css",
    "lanes.css",
    "drawings.css",
    "screens.css",
    "diagram.css",
    "widget.css",
)


class View(anywidget.AnyWidget):  # type: ignore[misc]  # without types
    """Screens of the studio; `screen` is where it is, as an address of the studio has it.

    `home` is where it was at first.
    """

    style_text = traitlets.Unicode(_STYLES).tag(sync=True)
    screen = traitlets.List(traitlets.Unicode()).tag(sync=True)
    home = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self, requests: ModelRequests | DiagramRequests, subject: Any, **traits: Any
    ) -> None:
        super().__init__(**traits, home=traits["screen"])
        self.subject = subject
        self._thread, self._loop = get_ident(), _running_loop()
        self.on_msg(lambda _widget, message, _buffers: self._schedule(requests, message))

    def _schedule(self, requests: ModelRequests | DiagramRequests, message: Any) -> None:
        """Answer in the thread that runs cells: JupyterLab has others for messages of widgets."""
        if self._loop is None or get_ident() == self._thread:
            self._receive(requests, message)
        else:
            self._loop.call_soon_threadsafe(self._receive, requests, message)

    def _receive(self, requests: ModelRequests | DiagramRequests, message: Any) -> None:
        try:
            answer = answer_message(requests.answer, message)
        except BaseException as error:
            # The page waits for an answer, also if this was interrupted or is our mistake.
            self.send(failed_answer(message, f"{type(error).__name__} in the kernel"))
            raise
        self.send(answer)

    def _repr_mimebundle_(self, **given: Any) -> Any:
        """The widget, and for where there is no kernel what its subject shows."""
        found = super()._repr_mimebundle_(**given)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        static = self.subject._repr_mimebundle_()
        return {"text/html": static["text/html"], **(data or {})}, metadata

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.subject!r}>"


class ModelView(View):
    """A trace, or a walk through a spec.

    `at` is the number of the selected state, `watch` are the expressions that are evaluated in each
    state, `path` are the ids of the states of a walk. All are synchronised.
    """

    _esm = loading_text("widget_model.js")
    at = traitlets.Int(None, allow_none=True).tag(sync=True)
    watch = traitlets.List(traitlets.Unicode()).tag(sync=True)
    path = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, requests: ModelRequests, subject: Any, screen: list[str]) -> None:
        super().__init__(requests, subject, screen=screen)
        self.requests = requests

    @property
    def states(self) -> list[dict[str, Any]]:
        """The states of the walk, or else of the trace, as plain Python values."""
        return self.requests.states(self.path)

    @property
    def state(self) -> dict[str, Any] | None:
        """The selected state, by default the last; None if there is none."""
        states = self.states
        at = len(states) if self.at is None else min(self.at, len(states))
        return states[at - 1] if at >= 1 else None


class DiagramView(View):
    """The editor of diagrams; `diagram` is their text, which is synchronised."""

    _esm = loading_text("widget_diagram.js")
    diagram = traitlets.Unicode().tag(sync=True)

    def __init__(self, requests: DiagramRequests, subject: Any, screen: list[str]) -> None:
        self.requests = requests
        super().__init__(requests, subject, screen=screen, diagram=requests.text)

    @property
    def file(self) -> DiagramFile:
        """The diagrams as they are now."""
        return self.requests.file

    def _receive(self, requests: ModelRequests | DiagramRequests, message: Any) -> None:
        super()._receive(requests, message)
        # The editor has the text already, so that it does not read it again.
        self.diagram = self.requests.text

    @traitlets.validate("diagram")  # type: ignore[untyped-decorator]  # without types
    def _read(self, proposal: Any) -> str:
        return self.requests.replace(proposal["value"])


def _running_loop() -> AbstractEventLoop | None:
    """The loop that runs this cell, if there is one."""
    try:
        return get_running_loop()
    except RuntimeError:
        return None


def explore_trace(result: Traced[Any]) -> ModelView:
    """The trace explorer for a result."""
    if result.loaded is None or not result.actions:
        raise ValueError("this result has no trace to explore; `step` of its spec steps through it")
    requests = ModelRequests(result.loaded, result)  # type: ignore[arg-type]  # of a spec
    return ModelView(requests, result, ["run", RUN, "trace"])


def step_through(spec: Specification) -> ModelView:
    """A walk through a spec; raises SpecError if its model has errors."""
    requests = ModelRequests(spec)
    requests.model.walk()
    return ModelView(requests, spec, ["step", spec.path.name])


def edit_diagram(file: DiagramFile) -> DiagramView:
    """The editor of a file of diagrams."""
    return DiagramView(DiagramRequests(file), file, ["diagram", file.path.name])
