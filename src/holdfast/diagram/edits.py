"""Changes that an editor makes to a file of diagrams, each described by a JSON object.

`do` names the change, the other keys what it is about; `docs/studio-api.md` lists them. Refinements
follow: what a node was before, it is still mapped to. Raises `SpecError` if the result is not a
file of diagrams, and if the object is not a change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from os.path import dirname, relpath
from types import MappingProxyType
from typing import Any, TypeAlias

from holdfast.diagram import operations as op
from holdfast.diagram.diagram import (
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Refinement,
)
from holdfast.diagram.edit_parts import (
    delete_part,
    part_kind,
    put_part,
    rename_part,
    with_actions,
    with_enabled,
)
from holdfast.diagram.from_classes import diagram_of_classes
from holdfast.diagram.json_form import read_diagrams_json
from holdfast.diagram.well_formed import problems
from holdfast.source import Diagnostic, SpecError

Change: TypeAlias = Mapping[str, Any]
_Made: TypeAlias = Diagram | op.Mapped


def edit(diagrams: Diagrams, name: str, change: Change) -> Diagrams:
    """The diagrams after a change to the one with this name."""
    try:
        changed = _edited(diagrams, name, change)
    except (KeyError, TypeError, ValueError, StopIteration, IndexError) as error:
        message = f"this is not a change of a diagram: {type(error).__name__} {error}"
        raise SpecError(Diagnostic("diagram-syntax", message, None)) from error
    wrong = problems(changed)
    if wrong:
        raise SpecError(*wrong)
    return changed


def _edited(diagrams: Diagrams, name: str, change: Change) -> Diagrams:
    match change["do"]:
        case "add-diagram":
            made = Diagram(
                change["name"], nodes=(Node("Start", initial=True),), spec=change.get("spec")
            )
            return replace(diagrams, diagrams=(*diagrams.diagrams, made))
        case "insert-diagram":
            read = read_diagrams_json({"diagrams": [change["diagram"]], "refinements": []})
            return _inserted(diagrams, read.diagrams[0], change)
        case "from-classes":
            made = diagram_of_classes(change["name"], change["nodes"], change["edges"])
            return _inserted(diagrams, made, change)
        case "delete-diagram":
            kept = tuple(r for r in diagrams.refinements if name not in (r.concrete, r.abstract))
            others = tuple(d for d in diagrams.diagrams if d.name != name)
            return Diagrams(others, kept)
        case "rename-diagram":
            return _renamed(diagrams, name, change["to"])
        case "refine":
            return _refined(diagrams, name, change["name"])
        case "map":
            return _mapped(diagrams, name, change["node"], change["image"])
        case "unmap":
            rest = tuple(r for r in diagrams.refinements if r.concrete != name)
            return replace(diagrams, refinements=rest)
        case "refinement":
            return _new_refinement(diagrams, name, change["abstract"])
        case _:
            return _changed(diagrams, name, change)


def _changed(diagrams: Diagrams, name: str, change: Change) -> Diagrams:
    """The diagrams after a change of one, which refinements follow."""
    old = diagrams.diagram(name)
    moved = _moved(old, CHANGES[change["do"]](old, change), change)
    after = tuple(moved.diagram if d.name == name else d for d in diagrams.diagrams)
    kept = tuple(_follow(diagrams, each, moved) for each in diagrams.refinements)
    return Diagrams(after, kept)


@dataclass(frozen=True, slots=True)
class _Moved:
    """A changed diagram, and where its nodes come from.

    `before` has what each node was, except new ones, whose image is `image`, or any if that is
    None. `merged` are nodes that are now one.
    """

    diagram: Diagram
    before: Mapping[str, str]
    merged: Mapping[str, str]
    image: str | None

    def images(self, image: str) -> list[str]:
        """The nodes that a node is now: two if it was split."""
        if image in self.merged:
            return [self.merged[image]]
        return [name for name, was in self.before.items() if was == image] or [image]


def _moved(old: Diagram, made: Diagram | op.Mapped, change: Change) -> _Moved:
    """A changed diagram, and what its nodes were."""
    diagram = made.diagram if isinstance(made, op.Mapped) else made
    before = {n.name: n.name for n in old.nodes}
    merged: dict[str, str] = {}
    match change["do"]:
        case "split":
            assert isinstance(made, op.Mapped)
            before = dict(made.mapping)
        case "rename" if change["part"] == "node":
            before[change["to"]] = change["name"]
        case "put" if part_kind(change["text"]) == "node" and change.get("instead"):
            new = {n.name for n in diagram.nodes} - set(before)
            before |= {name: str(change["instead"]) for name in new}
        case "merge":
            before[change["name"]] = change["nodes"][0]
            merged = {str(name): change["name"] for name in change["nodes"]}
        case _:
            pass
    return _Moved(diagram, before, merged, change.get("image"))


# ---- changes of one diagram ----


def _literal(diagram: Diagram, change: Change) -> Diagram:
    """A predicate is true, false or, if null, unknown in a node."""
    node, predicate, value = change["node"], change["predicate"], change["value"]
    without = diagram
    if diagram.node(node).value(predicate) is not None:
        without = op.remove_literal(diagram, node, predicate)
    return without if value is None else op.add_literal(without, node, Literal(predicate, value))


def _split(diagram: Diagram, change: Change) -> op.Mapped:
    yes, no = change["parts"]
    return op.split_node(diagram, change["node"], change["predicate"], (yes, no))


def _edge_at(diagram: Diagram, change: Change) -> Edge:
    return diagram.edges[change["edge"]]


def _add_edge(diagram: Diagram, change: Change) -> Diagram:
    edge = Edge(change["source"], change["target"], tuple(change["actions"]))
    return op.add_edge(diagram, edge)


def _delete_edges(diagram: Diagram, change: Change) -> Diagram:
    ends = (change["source"], change["target"])
    return replace(diagram, edges=tuple(e for e in diagram.edges if (e.source, e.target) != ends))


CHANGES: Mapping[str, Callable[[Diagram, Change], _Made]] = {
    "add-node": lambda d, c: op.add_node(d, Node(c["name"], (), c.get("initial", False))),
    "put": lambda d, c: put_part(d, c["text"], c.get("instead")),
    "delete": lambda d, c: delete_part(d, c["part"], c["name"]),
    "rename": lambda d, c: rename_part(d, c["part"], c["name"], c["to"]),
    "initial": lambda d, c: op.set_initial(d, c["node"], c["initial"]),
    "literal": _literal,
    "split": _split,
    "merge": lambda d, c: op.merge_nodes(d, tuple(c["nodes"]), c["name"]),
    "delete-unreachable": lambda d, _: op.delete_unreachable(d),
    "add-edge": _add_edge,
    "delete-edge": lambda d, c: op.delete_edge(d, _edge_at(d, c)),
    "delete-edges": _delete_edges,
    "edge-actions": lambda d, c: with_actions(d, _edge_at(d, c), tuple(c["actions"])),
    "annotate": lambda d, c: op.annotate(d, _edge_at(d, c), c["ordering"], c["strict"]),
    "fairness": lambda d, c: op.set_fairness(d, c["action"], Fairness(c["fairness"] or "")),
    "spec": lambda d, c: replace(d, spec=None if c["spec"] is None else str(c["spec"])),
    "enabled": lambda d, c: with_enabled(d, c["action"], c["nodes"]),
}
"""The changes of a single diagram by name."""


def _inserted(diagrams: Diagrams, diagram: Diagram, change: Change) -> Diagrams:
    """With another diagram, instead of the one with its name.

    `spec` is the path of its spec, `file` that of the file of diagrams; both from one folder.
    """
    spec = relpath(change["spec"], dirname(change["file"]) or ".").replace("\\", "/")
    made = replace(diagram, name=change["name"], spec=spec)
    kept = tuple(d for d in diagrams.diagrams if d.name != made.name)
    return replace(diagrams, diagrams=(*kept, made))


# ---- refinements ----


def _renamed(diagrams: Diagrams, old: str, new: str) -> Diagrams:
    def name(own: str) -> str:
        return new if own == old else own

    return Diagrams(
        tuple(replace(d, name=name(d.name)) for d in diagrams.diagrams),
        tuple(
            replace(r, concrete=name(r.concrete), abstract=name(r.abstract))
            for r in diagrams.refinements
        ),
    )


def _refined(diagrams: Diagrams, name: str, new: str) -> Diagrams:
    """With a copy of a diagram that refines it: each node is itself, until it is split."""
    old = diagrams.diagram(name)
    mapping = MappingProxyType({node.name: node.name for node in old.nodes})
    return Diagrams(
        (*diagrams.diagrams, replace(old, name=new, claims=(), span=None)),
        (*diagrams.refinements, Refinement(new, name, mapping)),
    )


def _new_refinement(diagrams: Diagrams, name: str, abstract: str) -> Diagrams:
    """With the claim that a diagram refines another; nodes of one name are mapped to each other."""
    concrete, other = diagrams.diagram(name), diagrams.diagram(abstract)
    known = [node.name for node in other.nodes]
    mapping = {n.name: n.name if n.name in known else known[0] for n in concrete.nodes}
    made = Refinement(name, abstract, MappingProxyType(mapping))
    return replace(diagrams, refinements=(*diagrams.refinements, made))


def _mapped(diagrams: Diagrams, name: str, node: str, image: str) -> Diagrams:
    """With another image of a node in the refinement whose concrete diagram has this name."""
    if all(r.concrete != name for r in diagrams.refinements):
        message = f"diagram `{name}` refines no other"
        raise SpecError(Diagnostic("diagram-mapping", message, None))
    return replace(
        diagrams,
        refinements=tuple(
            replace(r, mapping=MappingProxyType({**r.mapping, node: image}))
            if r.concrete == name
            else r
            for r in diagrams.refinements
        ),
    )


def _follow(diagrams: Diagrams, refinement: Refinement, moved: _Moved) -> Refinement:
    """A refinement after a change of one of its diagrams."""
    new, old = moved.diagram, refinement.mapping
    if refinement.concrete == new.name:
        default = moved.image or diagrams.diagram(refinement.abstract).nodes[0].name
        mapping = {n.name: old.get(moved.before.get(n.name, ""), default) for n in new.nodes}
    elif refinement.abstract == new.name:
        concrete = diagrams.diagram(refinement.concrete)
        mapping = {n.name: _image(n, moved.images(old[n.name]), new) for n in concrete.nodes}
    else:
        return refinement
    return replace(refinement, mapping=MappingProxyType(mapping))


def _image(node: Node, images: list[str], abstract: Diagram) -> str:
    """The image of a node: the first with which its literals agree, if there is one."""
    known = [n for n in abstract.nodes if n.name in images]
    for each in known:
        if all(node.value(x.predicate) in (None, x.positive) for x in each.literals):
            return each.name
    return known[0].name if known else images[0]
