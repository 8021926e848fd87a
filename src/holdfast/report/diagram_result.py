"""The result of `diagram` for a file, as a Python object."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from os import PathLike
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.report.result import Result
from holdfast.verdict import Exhausted, Proved, Unknown, Verdict, Violated

if TYPE_CHECKING:
    from holdfast.diagram.diagram import Diagrams
    from holdfast.diagram.judged import Coverage, Judged, JudgedClaim
    from holdfast.diagram.refinement import Refined
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look
    from holdfast.report.picture import Picture

_VIOLATED = 13
_INCONCLUSIVE = 20
_INSTANCES = "all reachable states of the configured instances"


@dataclass(frozen=True)
class DiagramResult(Result):
    """The result for a file of diagrams; `print(result)` shows all of it."""

    path: str
    judged: Judged = field(repr=False)
    seconds: float = 0.0
    computed: bool = False

    @property
    def verdict(self) -> Verdict:
        """The weakest verdict about a claim, a refinement or the coverage of a spec."""
        from holdfast.diagram.judged import verdict_of

        return verdict_of(self.judged)

    @property
    def exit_code(self) -> int:
        """0 if all is so, 13 if something is not, 20 if it is inconclusive."""
        match self.verdict:
            case Proved() | Exhausted():
                return 0
            case Violated():
                return _VIOLATED
            case _:
                return _INCONCLUSIVE

    @property
    def diagrams(self) -> Diagrams:
        """The diagrams of the file."""
        return self.judged.diagrams

    @property
    def claims(self) -> tuple[JudgedClaim, ...]:
        """The claims, each with a run that violates it, if there is one."""
        return self.judged.claims

    @property
    def refinements(self) -> tuple[Refined, ...]:
        """The refinements, condition by condition."""
        return self.judged.refinements

    @property
    def coverages(self) -> tuple[Coverage, ...]:
        """For each diagram with a spec, whether it covers its behaviours."""
        return self.judged.coverages

    @property
    def summary(self) -> str:
        """The verdict in a line."""
        match self.verdict:
            case Proved(scope=scope):
                text = f"proved for {scope}"
            case Exhausted():
                within = f", within {', '.join(self._reductions)}" if self._reductions else ""
                text = f"holds for {_INSTANCES}{within}"
            case Violated(property=name):
                text = f"violated: {name}"
            case Unknown(reason=reason):
                text = f"inconclusive: {reason}"
            case _:
                raise AssertionError("not a verdict about diagrams")
        return f"{text}  {self.seconds:.2f} s"

    @property
    def pictures(self) -> dict[str, Picture]:
        """A picture of each diagram, by name, with a run that violates a claim."""
        from holdfast.report.diagram_picture import judged_pictures

        return judged_pictures(self.judged)

    def drawings(self) -> dict[str, str]:
        """Each diagram that is not big, by name."""
        from holdfast.notebook import MOST_DRAWN
        from holdfast.report.graph_svg import graph_svg

        small = {n: p for n, p in self.pictures.items() if len(p.shapes) <= MOST_DRAWN}
        return {name: graph_svg(picture) for name, picture in small.items()}

    def html(self) -> str:
        """A page with the pictures and the result."""
        from holdfast.report.diagram_picture import EXPLANATION
        from holdfast.report.graph_html import graph_html

        return graph_html(list(self.pictures.values()), EXPLANATION, self.show(), self.path)

    @property
    def _reductions(self) -> tuple[str, ...]:
        found = (r for c in self.coverages for r in c.conformance.reductions)
        return tuple(dict.fromkeys(found))

    def envelope(self) -> Envelope:
        """What `diagram --json` prints."""
        from holdfast.report.diagram_json import judged_json
        from holdfast.report.envelope import Envelope

        verdict, results = self.verdict, list(self.judged.checked())
        return Envelope(
            command="diagram",
            spec=self.path,
            verdict=self.outcome,
            scope=_scope(verdict),
            kind="temporal" if isinstance(verdict, Violated) else None,
            property=verdict.property if isinstance(verdict, Violated) else None,
            checked=tuple(name for name, status in results if status != "open"),
            not_checked=tuple(name for name, status in results if status == "open"),
            assumed=tuple(a for c in self.coverages for a in c.conformance.assumed),
            reductions=self._reductions,
            cause=verdict.cause if isinstance(verdict, Unknown) else None,
            reason=verdict.reason if isinstance(verdict, Unknown) else None,
            seconds=self.seconds,
            exit=self.exit_code,
            own=judged_json(self.judged),
        )

    def text(self, folder: Path | None = None) -> str:
        """The diagrams in the text format; paths of specs are relative to a folder."""
        from holdfast.diagram.writer import write_diagrams

        return write_diagrams(_moved(self.diagrams, Path(self.path).parent, folder))

    def write_certificate(self, folder: str | PathLike[str]) -> int:
        """Write a certificate of each proof for all sizes; returns the number of files.

        If there are several, each is in a folder with the name of its diagram.
        """
        from holdfast.diagram.certificate import write_diagram_certificate

        proved = [c for c in self.coverages if isinstance(c.verdict, Proved)]
        count = 0
        for each in proved:
            own = Path(folder) if len(proved) == 1 else Path(folder) / each.diagram
            count += write_diagram_certificate(each.conformance, each.spec, own)
        return count

    def show(self, look: Look | None = None) -> str:
        """The result as text; a diagram that was computed comes first."""
        from holdfast.report.diagram import show_judged

        drawn = self.text() if self.computed else ""
        return show_judged(self.judged, self.path, drawn, self.summary, look)

    def __repr__(self) -> str:
        count = len(list(self.judged.checked()))
        return f"<DiagramResult {self.outcome}, {count} claims>"


def _moved(diagrams: Diagrams, before: Path, after: Path | None) -> Diagrams:
    """Diagrams whose paths, relative to a folder before, are relative to another."""
    if after is None or before.resolve() == after.resolve():
        return diagrams
    moved = tuple(
        each
        if each.spec is None
        else replace(each, spec=relpath((before / each.spec).resolve(), after.resolve()))
        for each in diagrams.diagrams
    )
    return replace(diagrams, diagrams=moved)


def _scope(verdict: Verdict) -> str | None:
    match verdict:
        case Proved(scope=scope):
            return scope
        case Exhausted():
            return _INSTANCES
        case _:
            return None
