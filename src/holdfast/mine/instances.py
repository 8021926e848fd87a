"""The instances of templates that hold, as relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.ir import expr as ir
from holdfast.ir.notation import Notation
from holdfast.ir.observation import Scene, WeightedSum
from holdfast.ir.ops import Op
from holdfast.ir.tla_expr import text_of
from holdfast.mine.relation import OPS, Relation, number_expr
from holdfast.mine.template import MOST_INSTANCES, Template
from holdfast.mine.terms import Term, conjunction
from holdfast.source import Diagnostic, SpecError


def instances_of(
    templates: Sequence[Template], terms: Sequence[Term]
) -> tuple[tuple[Template, WeightedSum], ...]:
    """All instances; raises SpecError if there are too many."""
    usable = [i for i, term in enumerate(terms) if not term.several]
    found: list[tuple[Template, WeightedSum]] = []
    for template in templates:
        for each in template.instances(usable):
            found.append((template, each))
            if len(found) > MOST_INSTANCES:
                message = f"the templates have more than {MOST_INSTANCES:,} instances"
                help = "choose fewer terms with --vars"
                raise SpecError(Diagnostic("mine-template", message, None, help))
    return tuple(found)


def template_relations(
    instances: Sequence[tuple[Template, WeightedSum]],
    terms: Sequence[Term],
    scene: Scene,
    notation: Notation,
    everything: bool,
) -> Iterator[Relation]:
    """The instances that hold, without those that the bounds of the terms imply."""
    for number, (template, each) in enumerate(instances):
        seen = scene.weighted.get(number)
        if seen is None or not template.holds(*seen, number in scene.zero):
            continue
        if everything or not template.holds(*_bounds(each, scene), True):
            yield _relation(template, each, terms, scene, notation)


def _bounds(each: WeightedSum, scene: Scene) -> tuple[int, int]:
    """The extremes of a sum that the bounds of its terms allow."""
    low = high = each.offset
    for term, factor in zip(each.terms, each.factors, strict=True):
        ends = sorted(factor * end for end in scene.ranges[term])
        low, high = low + ends[0], high + ends[1]
    return low, high


def _relation(
    template: Template,
    each: WeightedSum,
    terms: Sequence[Term],
    scene: Scene,
    notation: Notation,
) -> Relation:
    chosen = [terms[t] for t in each.terms]
    texts = tuple(term.text(notation) for term in chosen)
    shown = template.text
    for hole, text in sorted(zip(template.holes, texts, strict=True), key=lambda p: -len(p[0])):
        shown = shown.replace(hole, text)
    left, _, right = shown.partition(template.sign)
    formula = _formula(template, each, chosen)
    tests = [
        term.filled(term.defined)
        for t, term in zip(each.terms, chosen, strict=True)
        if scene.undefined.get(t) and term.defined is not None
    ]
    if tests:
        formula = ir.Apply(Op.IMPLIES, (conjunction(*tests), formula))
    return Relation(
        "template",
        left.strip(),
        template.rel.value,
        right.strip(),
        formula,
        text_of(formula),
        absent=max(scene.absent.get(t, 0) for t in each.terms),
        terms=texts,
        variables=tuple(dict.fromkeys(term.variable for term in chosen)),
        types=tuple(notation.type_of(t.variable) or t.kind for t in chosen),
        own=text_of(formula) if notation.is_tla else notation.readable(formula),
    )


def _formula(template: Template, each: WeightedSum, chosen: Sequence[Term]) -> ir.Expr:
    """`factor * term + ... rel - offset`."""
    total: ir.Expr | None = None
    for term, factor in zip(chosen, each.factors, strict=True):
        value = term.expr()
        if term.kind == "Boolean":
            value = ir.If(value, ir.Literal(1), ir.Literal(0))
        part = value if factor == 1 else ir.Apply(Op.MUL, (number_expr(factor), value))
        total = part if total is None else ir.Apply(Op.ADD, (total, part))
    assert total is not None
    return ir.Apply(OPS[template.rel], (total, number_expr(-each.offset)))
