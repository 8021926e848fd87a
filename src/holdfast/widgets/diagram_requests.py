"""What the editor of diagrams asks of the kernel: views, changes, and runs, which are done here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from holdfast.diagram.diagram import Diagrams
from holdfast.diagram.edits import edit
from holdfast.diagram.reader import read_diagrams
from holdfast.diagram.writer import write_diagrams
from holdfast.report.diagram_views import diagrams_view
from holdfast.source import Source
from holdfast.widgets.requests import Arguments, ended_run

if TYPE_CHECKING:
    from holdfast.report.diagram_result import DiagramResult
    from holdfast.workbench import DiagramFile, Specification


class DiagramRequests:
    """The requests about a file of diagrams; `text` is what is in it now."""

    def __init__(self, file: DiagramFile) -> None:
        self.first = file
        self.text = file.text()
        self._runs: list[tuple[str, DiagramResult]] = []
        self._places: dict[str, Any] = {}

    @property
    def file(self) -> DiagramFile:
        """The diagrams as they are now."""
        return replace(self.first, contents=_read(self.text))

    def replace(self, text: str) -> str:
        """Take another text; raises SpecError if it is not one of diagrams."""
        _read(text)
        self.text = text
        return text

    def answer(self, call: str, arguments: Arguments) -> Any:
        """The value of a request; raises SpecError, or LookupError for one that is unknown."""
        if call not in _CALLS:
            raise LookupError(f"a widget has no request {call!r}")
        return _CALLS[call](self, arguments)

    def _open(self, given: Arguments) -> Any:
        text = str(given["text"])
        found = _read(text)
        self.text = text
        return {"text": text, **diagrams_view(found, given.get("runs") or {}, text)}

    def _change(self, given: Arguments) -> Any:
        before = str(given["text"])
        changed = edit(_read(before), str(given["diagram"]), given["change"])
        self.text = write_diagrams(changed)
        return {"text": self.text, **diagrams_view(changed, {}, self.text)}

    def _layout(self, given: Arguments) -> Any:
        """The places of nodes that were dragged; they live as long as the widget."""
        name = str(given.get("of"))
        if "places" in given:
            self._places[name] = given["places"]
        return {"places": self._places.get(name, {})}

    def _begin(self, given: Arguments) -> Any:
        """Check the diagrams, or compute one from a spec; the run has ended when this returns."""
        spec, options = str(given["spec"]), dict(given.get("options") or {})
        if spec == self.first.path.name:
            result = self.file.check(**options)
        else:
            result = self._specification(spec).diagram(**options)
        self._runs.append((spec, result))
        return {"run": str(len(self._runs))}

    def _specification(self, name: str) -> Specification:
        from holdfast.workbench import load

        given = self.first.specification
        return given if given is not None else load(self.first.path.parent / name)

    def _run(self, given: Arguments) -> Any:
        number = int(given["run"])
        if not 1 <= number <= len(self._runs):
            raise LookupError(f"there is no run {number}")
        spec, result = self._runs[number - 1]
        return ended_run(str(number), result, spec)


_CALLS: Mapping[str, Callable[[DiagramRequests, Arguments], Any]] = {
    "diagram/open": DiagramRequests._open,
    "diagram/change": DiagramRequests._change,
    "layout": DiagramRequests._layout,
    "runs": DiagramRequests._begin,
    "run": DiagramRequests._run,
}


def _read(text: str) -> Diagrams:
    return read_diagrams(Source("<text>", text)) if text.strip() else Diagrams()
