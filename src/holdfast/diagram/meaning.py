"""What the texts of a diagram mean: formulas over the states and steps of a system.

Reading has two halves, because primes are resolved by the passes: `sources_of` and `derived` give
the formulas that go through the passes with the system, `meaning_of` takes them afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.diagram.diagram import Action, Diagram, Node
from holdfast.diagram.measures import MEASURED, Measure, measure_formulas
from holdfast.diagram.parameters import Parameter, free_names, inside, stripped, with_parameters
from holdfast.ir import expr as ir
from holdfast.ir.body import without_assertions
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.system import Action as Rule
from holdfast.ir.system import Body, Branch, ForSome, System, Test
from holdfast.ir.system import Sequence as Steps
from holdfast.source import Diagnostic, Source, Span, SpecError


@dataclass(frozen=True, slots=True)
class StepFormula:
    """An action of a diagram: `<A>_v`, whether it is enabled, and the rules of the system it is.

    `rules` is empty if the diagram writes the action out.
    """

    step: ir.Expr
    enabled: ir.Expr
    formula: ir.Expr
    rules: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Meaning:
    """A diagram and its formulas over a system, which has a variable for each parameter."""

    diagram: Diagram
    system: System
    predicates: Mapping[str, ir.Expr]
    actions: Mapping[str, StepFormula]
    measures: Mapping[str, Measure]
    changed: ir.Expr
    parameters: tuple[Parameter, ...] = ()

    def node(self, node: Node) -> ir.Expr:
        """The conjunction of the literals of a node."""
        literals = (
            self.predicates[x.predicate] if x.positive else negation(self.predicates[x.predicate])
            for x in node.literals
        )
        return conjunction(tuple(literals))

    @property
    def some_node(self) -> ir.Expr:
        """The disjunction of all nodes, which every reachable state satisfies."""
        return disjunction(tuple(map(self.node, self.diagram.nodes)))

    def where_bounded(self, ordering: str, e: ir.Expr) -> ir.Expr:
        """A formula about the term of an ordering, which matters only in nodes that bound it."""
        diagram = self.diagram
        nodes = [n for n in diagram.nodes if ordering in diagram.bounded_at(n.name)]
        return ir.Apply(Op.IMPLIES, (disjunction(tuple(map(self.node, nodes))), e), span=e.span)


# ---- before the passes ----


def sources_of(
    diagram: Diagram, rules: frozenset[str], equation: str | None = None
) -> tuple[Source, ...]:
    """The texts of a diagram; `rules` are the names of the actions of the system.

    In a language in which only formulas are read, a term is read as an `equation` with itself.
    """
    return tuple(source for source, _ in _texts(diagram, rules, equation))


def _texts(
    diagram: Diagram, rules: frozenset[str], equation: str | None = None
) -> Iterator[tuple[Source, Span | None]]:
    """The parameters, the predicates, the actions that are not rules, and the orderings."""
    bounds = ", ".join(f"{name} \\in {domain}" for name, domain in diagram.parameters)

    def source(what: str, text: str, span: Span | None) -> tuple[Source, Span | None]:
        return Source(what, f"\\E {bounds} : ({text})" if bounds else text), span

    if bounds:
        yield source(f"parameters of {diagram.name}", "TRUE", diagram.span)
    for p in diagram.predicates:
        yield source(f"predicate {p.name}", p.text, p.span)
    for a in _written(diagram, rules):
        yield source(f"action {a.name}", a.text or a.name, a.span)
    for o in diagram.orderings:
        text = o.text if equation is None else f"({o.text}) {equation} ({o.text})"
        yield source(f"ordering {o.name}", text, o.span)


def _written(diagram: Diagram, rules: frozenset[str]) -> tuple[Action, ...]:
    """The actions that are formulas, not rules of the system."""
    return tuple(a for a in diagram.actions if a.text is not None or a.name not in rules)


def derived(
    diagram: Diagram,
    rules: frozenset[str],
    system: System,
    read: Sequence[ir.Expr],
    equations: bool = False,
) -> tuple[ir.Expr, ...]:
    """The formulas that the passes see, from those of the texts; raises SpecError."""
    below = bool(diagram.parameters)
    first = 1 if below else 0
    predicates, actions, orderings = _grouped(diagram, rules, read[first:])
    if equations:
        orderings = [_one_side(e) for e in orderings]
    changed = changed_formula(system.variables)
    levels = Levels.of_system(system)
    for e in (*predicates, *orderings):
        _require_state(e, levels)
    found = [*read[:first], *predicates]
    for e in actions:
        found.append(e)
        found.append(inside(e, below, lambda a: ir.Enabled(conjunction((a, changed)), span=a.span)))
    for ordering, e in zip(diagram.orderings, orderings, strict=True):
        found += measure_formulas(ordering, e, below, system.definitions)
    return tuple(found)


def _one_side(e: ir.Expr) -> ir.Expr:
    """The term of an equation of a term with itself."""
    match e:
        case ir.Apply(Op.EQ, (term, other)) if term == other:
            return term
        case _:
            message = "a term of this kind is not supported as an ordering in this language"
            raise SpecError(Diagnostic("unsupported", message, e.span))


def _grouped(
    diagram: Diagram, rules: frozenset[str], read: Sequence[ir.Expr]
) -> tuple[Sequence[ir.Expr], Sequence[ir.Expr], Sequence[ir.Expr]]:
    one, two = len(diagram.predicates), len(_written(diagram, rules))
    return read[:one], read[one : one + two], read[one + two :]


def _require_state(e: ir.Expr, levels: Levels) -> None:
    if levels.of(e) > Level.STATE:
        message = "this formula is an action, but a state predicate is required"
        raise SpecError(Diagnostic("model-property-form", message, e.span))


def placed(
    error: SpecError, diagram: Diagram, rules: frozenset[str], equation: str | None = None
) -> SpecError:
    """An error in a text of a diagram, with its location in the file of the diagram."""
    spans = {source.name: span for source, span in _texts(diagram, rules, equation)}

    def moved(d: Diagnostic) -> Diagnostic:
        if d.span is None or d.span.source.name not in spans:
            return d
        whole = spans[d.span.source.name]
        if whole is None:
            return d
        at = whole.text.find(d.span.text)
        start = whole.start + max(at, 0)
        end = start + len(d.span.text) if at >= 0 else whole.end
        return replace(d, span=Span(whole.source, start, end))

    return SpecError(*map(moved, error.diagnostics))


# ---- after the passes ----


def meaning_of(
    diagram: Diagram, rules: frozenset[str], system: System, formulas: Sequence[ir.Expr]
) -> Meaning:
    """The meaning of a diagram, from the formulas after the passes; raises SpecError."""
    _require_no_abstract(diagram)
    changed = changed_formula(system.variables)
    parameters: tuple[Parameter, ...] = ()
    plain = system = without_assertions(system)
    if diagram.parameters:
        parameters = free_names(system, formulas[0])
        formulas = [stripped(e, parameters) for e in formulas[1:]]
        system = with_parameters(system, parameters, diagram.span)
    count = len(diagram.predicates)
    predicates = {p.name: e for p, e in zip(diagram.predicates, formulas, strict=False)}
    rest = list(formulas[count:])
    actions: dict[str, StepFormula] = {}
    for a in _written(diagram, rules):
        formula, enabled, *rest = rest
        step = conjunction((formula, changed))
        actions[a.name] = StepFormula(step, enabled, formula)
    for a in diagram.actions:
        if a.name not in actions:
            actions[a.name] = _rule_formula(a.name, plain, system, changed)
    assert len(rest) == MEASURED * len(diagram.orderings), "each formula belongs to something"
    measures = {}
    for o in diagram.orderings:
        domain, decreases, keeps, finite, fewer, no_more, *rest = rest
        measures[o.name] = Measure(o, domain, decreases, keeps, (finite, fewer, no_more))
    return Meaning(diagram, system, predicates, actions, measures, changed, parameters)


def _require_no_abstract(diagram: Diagram) -> None:
    for a in diagram.actions:
        if a.abstract:
            message = f"the action `{a.name}` is abstract: no behaviour of a spec has it"
            help = "leave out `abstract`, and define the action in the spec or the diagram"
            raise SpecError(Diagnostic("diagram-abstract", message, a.span, help))


def _rule_formula(name: str, plain: System, system: System, changed: ir.Expr) -> StepFormula:
    """The action of a system with a name, for any arguments; parameters change in no step."""
    formula = disjunction(tuple(_closed(a).expr for a in plain.actions if a.name == name))
    trees = [_closed(rule) for rule in system.actions if rule.name == name]
    whole = trees[0] if len(trees) == 1 else Branch(tuple(trees), formula)
    step = conjunction((formula, changed))
    tree = Steps((whole, Test(changed)), step)
    return StepFormula(step, ir.Enabled(step, tree), formula, frozenset((name,)))


def _closed(rule: Rule) -> Body:
    """The body of a rule with the quantifiers around it."""
    found = rule.body
    for bounds in reversed(rule.bounds):
        found = ForSome(bounds, found, ir.Bind(ir.Binder.EXISTS, bounds, found.expr))
    return found


# ---- formulas ----


def changed_formula(variables: Sequence[str]) -> ir.Expr:
    """Some variable changes."""
    names = tuple(ir.Name(v) for v in variables)
    return negation(ir.Apply(Op.UNCHANGED, (ir.Apply(Op.TUPLE, names),)))


def negation(e: ir.Expr) -> ir.Expr:
    """The negation of a formula."""
    return ir.Apply(Op.NOT, (e,), span=e.span)


def conjunction(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    """The conjunction of some formulas."""
    return _joined(Op.AND, parts, ir.TRUE)


def disjunction(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    """The disjunction of some formulas."""
    return _joined(Op.OR, parts, ir.FALSE)


def _joined(op: Op, parts: tuple[ir.Expr, ...], unit: ir.Expr) -> ir.Expr:
    if not parts:
        return unit
    return parts[0] if len(parts) == 1 else ir.Apply(op, parts, span=parts[0].span)
