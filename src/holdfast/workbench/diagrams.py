"""Files of predicate diagrams: what they claim, and whether it is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, get_args

from holdfast.check.options import EngineName
from holdfast.front.files import Files, Overlays
from holdfast.front.keywords import read_keywords, read_list
from holdfast.report.diagram_result import DiagramResult
from holdfast.source import Source
from holdfast.workbench.prepared import place_of_text, with_constants

if TYPE_CHECKING:
    from holdfast.diagram.diagram import Diagram, Diagrams, Literal, Refinement
    from holdfast.diagram.judged import Coverage
    from holdfast.workbench.drawing import ComputeOptions
    from holdfast.workbench.specification import Specification


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
    """The diagrams of a file, and refinements between them.

    `specification` is what a diagram that was computed is about; others name the file of a spec.
    """

    path: Path
    contents: Diagrams = field(repr=False)
    specification: Specification | None = field(default=None, repr=False, compare=False)

    @staticmethod
    def compute(
        specification: Specification,
        predicates: str | Sequence[str] = (),
        /,
        **options: Unpack[ComputeOptions],
    ) -> DiagramFile:
        """A diagram of a spec with these predicates, which can be changed; as `spec.diagram`."""
        texts = read_list("compute", "predicates", predicates, "formulas")
        given: ComputeOptions = {**options, "predicates": texts}
        found = specification.diagram(**given)
        return DiagramFile(Path(found.path).with_suffix(".diagram"), found.diagrams, specification)

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

    def check(self, *claims: str, **options: Unpack[DiagramOptions]) -> DiagramResult:
        """Decide the claims, refinements and, unless `alone`, the coverage of specs.

        `claims` are temporal formulas in addition to those of the file, about its diagram or, if it
        has several, about the one that refines the others.
        """
        from holdfast.diagram.diagram import Claim

        own = self._finest if claims else None
        more = tuple(Claim(text, text) for text in claims)
        changed = [replace(d, claims=(*d.claims, *more)) if d == own else d for d in self.diagrams]
        return self._judged(replace(self.contents, diagrams=tuple(changed)), options)

    def conforms(self, **options: Unpack[DiagramOptions]) -> DiagramResult:
        """Decide only whether the diagrams cover the behaviours of their specs."""
        from holdfast.diagram.diagram import Diagrams

        alone = tuple(replace(d, claims=()) for d in self.diagrams if d.spec is not None)
        if not alone:
            raise ValueError("conforms(): no diagram of this file has a spec")
        return self._judged(Diagrams(alone), options)

    def split(self, node: str, predicate: str, parts: tuple[str, str] | None = None) -> DiagramFile:
        """The file with one more diagram, which refines its finest: a node of it is two.

        In the first part the predicate is true, in the second it is false; it is the name of one,
        or a formula, which becomes a predicate of the diagram. Raises SpecError.
        """
        from holdfast.diagram.operations import split_node

        base = self._finest
        name, base_with = _with_predicate(base, predicate)
        own = (f"{node}_{name}", f"{node}_not_{name}") if parts is None else parts
        made = split_node(base_with, node, name, own)
        known = [each.name for each in self.diagrams]
        stem = base.name.rstrip("0123456789")
        unused = next(f"{stem}{n}" for n in count(2) if f"{stem}{n}" not in known)
        new = replace(made.diagram, name=unused)
        refinement = replace(made.refinement(base.name), concrete=new.name)
        contents = replace(
            self.contents,
            diagrams=(*self.diagrams, new),
            refinements=(*self.refinements, refinement),
        )
        return replace(self, contents=contents)

    @property
    def _finest(self) -> Diagram:
        """The diagram that no other refines."""
        refined = {each.abstract for each in self.refinements}
        found = [each for each in self.diagrams if each.name not in refined]
        if len(found) != 1:
            names = ", ".join(each.name for each in found)
            raise ValueError(f"the file has several diagrams that no other refines: {names}")
        return found[0]

    def _judged(self, contents: Diagrams, options: DiagramOptions) -> DiagramResult:
        from holdfast.diagram.judged import judge
        from holdfast.diagram.refinement import unknown_implication

        engines = {"engine": get_args(EngineName)}
        options = read_keywords("check", options, DiagramOptions, engines)
        started = perf_counter()
        alone = options.get("alone", False)
        with_spec = () if alone else tuple(d for d in contents.diagrams if d.spec is not None)
        specs = _Specs(self.path.parent, options, self.specification)
        coverages = tuple(_coverage(each, specs) for each in with_spec)
        judged = judge(contents, coverages, alone, unknown_implication if alone else specs.implies)
        return DiagramResult(str(self.path), judged, perf_counter() - started)

    def edit(self) -> Any:
        """A widget for notebooks to edit the diagrams; its trait `diagram` is their text.

        Needs anywidget, the extra `notebook`.
        """
        from holdfast.libraries import widget

        return widget("edit_diagram", self)

    def text(self) -> str:
        """The diagrams in the text format, without the comments of the file."""
        from holdfast.diagram.writer import write_diagrams

        return write_diagrams(self.contents)

    def svg(self, name: str) -> str:
        """The diagram with a name as a drawing."""
        from holdfast.report.diagram_picture import diagram_picture
        from holdfast.report.graph_svg import graph_svg

        return graph_svg(diagram_picture(self[name]))

    def to_networkx(self, name: str) -> Any:
        """The diagram with a name for networkx, which must be installed."""
        from holdfast.libraries import networkx_graph
        from holdfast.report.diagram_table import edge_rows, node_rows

        return networkx_graph(node_rows(self[name]), edge_rows(self[name]))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: a drawing of each diagram that is not big."""
        from holdfast.notebook import MOST_DRAWN, bundle, drawing_html, text_html

        small = [each.name for each in self.diagrams if len(each.nodes) <= MOST_DRAWN]
        drawings = {name: self.svg(name) for name in small}
        parts = [text_html(repr(self)[1:-1])]
        parts += [drawing_html(svg, name) for name, svg in drawings.items()]
        return bundle(repr(self), parts, list(drawings.values()))

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.diagrams)
        return f"<DiagramFile {self.path.name}: {names}>"


def load_diagrams(
    path: str | PathLike[str] | None = None,
    overlays: Overlays | None = None,
    *,
    text: str | None = None,
) -> DiagramFile:
    """Read a `.diagram` file, or a `text`, whose specs are found from the working directory.

    Raises SpecError with all errors of it, OSError if there is no file.
    """
    from holdfast.diagram.reader import read_diagrams

    if path is None and text is not None:
        return DiagramFile(Path("<text>"), read_diagrams(Source("<text>", text)))
    where = place_of_text("load_diagrams", path, text, ".diagram")
    texts = {Path(name): own for name, own in (overlays or {}).items()}
    files = Files.over(texts if text is None else {**texts, where: text})
    return DiagramFile(where, read_diagrams(files.source(where)))


def _with_predicate(diagram: Diagram, predicate: str) -> tuple[str, Diagram]:
    """The name of a predicate, and the diagram, to which a formula is added as a predicate."""
    from holdfast.diagram.asked import predicate_name
    from holdfast.diagram.diagram import Predicate
    from holdfast.diagram.operations import add_predicate
    from holdfast.diagram.texts import IDENTIFIER

    known = [each.name for each in diagram.predicates]
    if predicate in known or IDENTIFIER.fullmatch(predicate):
        return predicate, diagram
    same = [each.name for each in diagram.predicates if each.text == predicate]
    if same:
        return same[0], diagram
    name = predicate_name(predicate, known)
    return name, add_predicate(diagram, Predicate(name, predicate))


def _coverage(diagram: Diagram, specs: _Specs) -> Coverage:
    """Whether a diagram covers the spec that it names."""
    from holdfast.diagram.judged import coverage_of
    from holdfast.workbench.conforming import ConformOptions, conform

    options = specs.options
    all_sizes = options.get("all_sizes", False)
    how: ConformOptions = {"seconds": options.get("seconds")}
    if all_sizes:
        how |= {"by": "solvers", "all_sizes": True, "lemmas": tuple(options.get("lemmas", ()))}
        how |= {"workers": options.get("workers"), "strengthen": options.get("strengthen", False)}
    else:
        how |= {"engine": options.get("engine", "auto"), "states": options.get("max_states")}
    return coverage_of(conform(specs.of(diagram), diagram, **how), explored=not all_sizes)


def export_obligations(
    result: DiagramResult, module: str, options: DiagramOptions
) -> dict[str, str]:
    """The conditions of each diagram that has a spec, as TLA+ modules by name."""
    from holdfast.workbench.conforming import export_conditions

    found = [each for each in result.diagrams.diagrams if each.spec is not None]
    names = [module if len(found) == 1 else f"{module}{each.name}" for each in found]
    specs = _Specs(Path(result.path).parent, options)
    return {
        name: export_conditions(specs.of(each), each, name)
        for name, each in zip(names, found, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Specs:
    """The specs that diagrams name, in a folder; or the one that they were computed from."""

    folder: Path
    options: DiagramOptions
    given: Specification | None = None

    def of(self, diagram: Diagram) -> Specification:
        """The spec that a diagram names."""
        from holdfast.workbench.specification import load

        assert diagram.spec is not None
        constants = self.options.get("constants", {})
        if self.given is not None:
            return with_constants(self.given, constants)
        return load(
            self.folder / diagram.spec,
            self.options.get("search_path", ()),
            config=self.options.get("config"),
            constants=constants,
        )

    def implies(
        self, diagram: Diagram, given: tuple[Literal, ...], wanted: tuple[Literal, ...]
    ) -> bool | None:
        """Whether literals imply others in all reachable states of an instance, for TLA+.

        For all sizes it is not known: a literal that is added to the node is proved with the
        diagram.
        """
        specification = self.of(diagram)
        if specification.document.path.suffix != ".tla" or self.options.get("all_sizes", False):
            return None
        checked = specification.check(
            invariants=[_implication_text(diagram, given, wanted)],
            properties=[],
            deadlock=False,
            engine=self.options.get("engine", "auto"),
            max_states=self.options.get("max_states"),
            seconds=self.options.get("seconds"),
        )
        if checked.outcome == "violated":
            return False
        return True if checked.outcome == "exhausted" and checked.ok else None


def _implication_text(
    diagram: Diagram, given: tuple[Literal, ...], wanted: tuple[Literal, ...]
) -> str:
    """The formula that some literals imply others, for all values of the parameters."""
    texts = {p.name: p.text for p in diagram.predicates}

    def all_of(literals: tuple[Literal, ...]) -> str:
        parts = (f"{'' if x.positive else '~'}({texts[x.predicate]})" for x in literals)
        return " /\\ ".join(parts) or "TRUE"

    bounds = "".join(f"\\A {name} \\in {text} : " for name, text in diagram.parameters)
    return f"{bounds}(({all_of(given)}) => ({all_of(wanted)}))"
