"""Files of predicate diagrams: what they claim, and whether it is so."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from holdfast.front.files import ON_DISK, Files, Overlays
from holdfast.report.diagram_result import DiagramResult
from holdfast.verdict import Unknown

if TYPE_CHECKING:
    from holdfast.diagram.diagram import Diagram, Diagrams, Refinement
    from holdfast.diagram.judged import Coverage


@dataclass(frozen=True)
class DiagramFile:
    """The diagrams of a file, and refinements between them."""

    path: Path
    contents: Diagrams = field(repr=False)

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """The diagrams, in the order of the file."""
        return self.contents.diagrams

    @property
    def refinements(self) -> tuple[Refinement, ...]:
        """The refinements, in the order of the file."""
        return self.contents.refinements

    def __getitem__(self, name: str) -> Diagram:
        """The diagram with a name."""
        if all(each.name != name for each in self.diagrams):
            raise KeyError(name)
        return self.contents.diagram(name)

    def check(self, alone: bool = False) -> DiagramResult:
        """Decide the claims, refinements and, unless `alone`, the coverage of specs."""
        from holdfast.diagram.judged import judge

        started = perf_counter()
        with_spec = () if alone else tuple(d for d in self.diagrams if d.spec is not None)
        coverages = tuple(_coverage(each, self.path.parent) for each in with_spec)
        judged = judge(self.contents, coverages, alone)
        return DiagramResult(str(self.path), judged, perf_counter() - started)

    def text(self) -> str:
        """The diagrams in the text format, without the comments of the file."""
        from holdfast.diagram.writer import write_diagrams

        return write_diagrams(self.contents)

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.diagrams)
        return f"<DiagramFile {self.path.name}: {names}>"


def load_diagrams(path: str | PathLike[str], overlays: Overlays | None = None) -> DiagramFile:
    """Read a `.diagram` file; raises SpecError with all errors of it, OSError if there is none."""
    from holdfast.diagram.reader import read_diagrams

    files = ON_DISK if overlays is None else Files.over(overlays)
    return DiagramFile(Path(path), read_diagrams(files.source(Path(path))))


def _coverage(diagram: Diagram, folder: Path) -> Coverage:
    """Whether a diagram covers the spec that it names, which is in a folder."""
    from holdfast.diagram.judged import Coverage

    assert diagram.spec is not None
    reason = "the behaviours of the spec are not compared with the diagram"
    return Coverage(diagram.name, diagram.spec, Unknown(cause="not-checked", reason=reason))
