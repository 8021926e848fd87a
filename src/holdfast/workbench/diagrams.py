"""Files of predicate diagrams: what they claim, and whether it is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypedDict, Unpack, get_args

from holdfast.check.options import EngineName
from holdfast.front.files import ON_DISK, Files, Overlays
from holdfast.front.keywords import read_keywords
from holdfast.report.diagram_result import DiagramResult

if TYPE_CHECKING:
    from holdfast.diagram.diagram import Diagram, Diagrams, Refinement
    from holdfast.diagram.judged import Coverage


class DiagramOptions(TypedDict, total=False):
    """The options of `DiagramFile.check`.

    If `alone`, diagrams are not compared with their specs. Otherwise they are, on the reachable
    states of the model that a spec has, with `config`, `constants` and `search_path` as for `load`,
    by an `engine`, or, with `all_sizes`, by solvers for all sizes, with `lemmas`; `strengthen`
    looks for more of these. `max_states` and `seconds` limit each comparison.
    """

    alone: bool
    all_sizes: bool
    lemmas: Sequence[str]
    strengthen: bool
    config: str | PathLike[str] | None
    constants: Mapping[str, object]
    search_path: Sequence[str | PathLike[str]]
    engine: str
    max_states: int | None
    seconds: float | None
    workers: int | None


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

    def check(self, **options: Unpack[DiagramOptions]) -> DiagramResult:
        """Decide the claims, refinements and, unless `alone`, the coverage of specs."""
        from holdfast.diagram.judged import judge

        engines = {"engine": get_args(EngineName)}
        options = read_keywords("check", options, DiagramOptions, engines)
        started = perf_counter()
        alone = options.get("alone", False)
        with_spec = () if alone else tuple(d for d in self.diagrams if d.spec is not None)
        coverages = tuple(_coverage(each, self.path.parent, options) for each in with_spec)
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


def _coverage(diagram: Diagram, folder: Path, options: DiagramOptions) -> Coverage:
    """Whether a diagram covers the spec that it names, which is in a folder."""
    from holdfast.diagram.judged import coverage_of
    from holdfast.workbench.conforming import ConformOptions, conform
    from holdfast.workbench.specification import load

    assert diagram.spec is not None
    specification = load(
        folder / diagram.spec,
        options.get("search_path", ()),
        config=options.get("config"),
        constants=options.get("constants", {}),
    )
    all_sizes = options.get("all_sizes", False)
    how: ConformOptions = {"seconds": options.get("seconds")}
    if all_sizes:
        how |= {"by": "solvers", "all_sizes": True, "lemmas": tuple(options.get("lemmas", ()))}
        how |= {"workers": options.get("workers")}
        how |= {"strengthen": options.get("strengthen", False)}
    else:
        how |= {"engine": options.get("engine", "auto"), "states": options.get("max_states")}
    return coverage_of(conform(specification, diagram, **how), explored=not all_sizes)
