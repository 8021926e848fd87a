"""Resolves the names in theorems, assumptions and proofs.

Proofs are not interpreted, but every name in them must mean something: the facts and
definitions that BY, USE and HIDE cite, the steps, and what TAKE, PICK, NEW and DEFINE
introduce.
"""

from __future__ import annotations

from holdfast.front.tla.names.declare import declare, declare_in_module, describe, kind_of
from holdfast.front.tla.names.definitions import resolve_definition_unit
from holdfast.front.tla.names.expressions import bind_names, resolve_assume_prove
from holdfast.front.tla.names.instances import resolve_instance
from holdfast.front.tla.names.references import Place, find_path, resolve_ref_at
from holdfast.front.tla.names.resolver import LabelFrame, Resolver, resolve_all, resolve_expr
from holdfast.front.tla.names.suggestions import name_span, report_unbound
from holdfast.front.tla.names.symbols import Fact, Instance, Operator, StepName, Symbol, Unknown
from holdfast.front.tla.syntax import tree
from holdfast.source import Span


def resolve_theorem(r: Resolver, unit: tree.Theorem) -> None:
    """A theorem: its statement, then its proof, in which the NEW names are visible."""
    mark = r.scope.mark()
    fact = _fact(r, unit, unit.name, unit.body)
    _statement(r, fact, unit.body, unit.name is not None)
    introduced = list(r.scope.since(mark))
    r.scope.restore(mark)
    if unit.name is not None:
        declare_in_module(r, fact)
    inside = r.scope.mark()
    for symbol in introduced:
        r.scope.bind(symbol)
    if unit.proof is not None:
        _proof(r, unit.proof)
    r.scope.restore(inside)
    fact.in_proof = False


def resolve_assume(r: Resolver, unit: tree.Assume) -> None:
    """An assumption."""
    fact = _fact(r, unit, unit.name, unit.body)
    _statement(r, fact, unit.body, unit.name is not None)
    if unit.name is not None:
        declare_in_module(r, fact)


def _fact(
    r: Resolver, unit: tree.Theorem | tree.Assume, name: tree.Ident | None, body: tree.Expr
) -> Fact:
    span = name.span if name is not None else unit.span
    fact = Fact(name.name if name is not None else "", span, r.module, unit, body)
    r.module.declared[id(unit)] = fact
    r.module.facts.append(fact)
    return fact


def _statement(r: Resolver, fact: Fact, body: tree.Expr, named: bool) -> None:
    """A formula or ASSUME ... PROVE; the NEW names of the latter stay bound."""
    if named:
        r.label_frames.append(LabelFrame(fact.labels, r.scope.mark()))
    if isinstance(body, tree.AssumeProve):
        r.goal = fact
        resolve_assume_prove(r, body)
        r.goal = None
    else:
        resolve_expr(r, body)
    if named:
        r.label_frames.pop()


# ---- facts and definitions ----


def resolve_use(r: Resolver, use: tree.UseHide | tree.Leaf) -> None:
    """The facts and definitions that BY, USE or HIDE cites."""
    for fact in use.facts:
        _cite(r, fact)
        if use.kind == "HIDE":
            _check_hidden(r, fact)
    for item in use.defs:
        _cite_definition(r, item)


def _cite(r: Resolver, fact: tree.Fact) -> None:
    match fact:
        case tree.ModuleFact():
            _cite_module(r, fact)
        case tree.Ref(name):
            symbol = r.scope.names.get(name)
            if symbol is None:
                report_unbound(r, name, name_span(fact))
            else:
                resolve_ref_at(r, fact, symbol, Place.FACT)
        case tree.Path():
            meaning = find_path(r, fact, Place.FACT)
            if meaning is not None:
                r.module.uses[id(fact)] = meaning
        case tree.AssumeProve():
            mark = r.scope.mark()
            resolve_assume_prove(r, fact)
            r.scope.restore(mark)
        case _:
            resolve_expr(r, fact)


def _cite_module(r: Resolver, fact: tree.ModuleFact) -> None:
    known = fact.name == r.module.name or fact.name in r.scope.modules
    if not known and not r.library.is_loaded(fact.name):
        message = f"module `{fact.name}` is neither extended nor instantiated here"
        r.error("bad-fact", message, fact.span)


def _check_hidden(r: Resolver, fact: tree.Fact) -> None:
    """HIDE accepts only the names of theorems, assumptions and steps."""
    meaning = r.module.uses.get(id(fact))
    is_reference = isinstance(fact, tree.Ref | tree.Path)
    if is_reference and meaning is None:
        return
    if isinstance(meaning, Unknown | StepName | Instance) or isinstance(fact, tree.ModuleFact):
        return
    if isinstance(meaning, Symbol) and kind_of(meaning) in (Fact, Instance):
        return
    message = "only theorems, assumptions and steps can be hidden"
    r.error("bad-fact", message, fact.span, "to hide a definition write `HIDE DEF`")


def _cite_definition(r: Resolver, item: tree.Fact) -> None:
    """An entry of DEF: the name of a definition, an instance or a theorem."""
    symbol: object = None
    match item:
        case tree.ModuleFact():
            _cite_module(r, item)
            return
        case tree.Ref(name):
            symbol = r.scope.names.get(name)
            if symbol is None:
                report_unbound(r, name, name_span(item))
                return
        case tree.Path():
            symbol = find_path(r, item, Place.DEF)
            if symbol is None:
                return
        case _:
            resolve_expr(r, item)
    if isinstance(symbol, Symbol):
        r.module.uses[id(item)] = symbol
        is_definition = kind_of(symbol) in (Operator, Instance, Unknown)
        is_definition |= isinstance(symbol, StepName) and isinstance(
            symbol.node.statement, tree.Define
        )
        is_definition |= kind_of(symbol) is Fact and not symbol.name.startswith("<")
        if is_definition:
            return
    what = describe(symbol) if isinstance(symbol, Symbol) else "not the name of a definition"
    message = f"this is {what}; DEF lists definitions"
    r.error("not-a-definition", message, item.span)


# ---- proofs ----


def _proof(r: Resolver, proof: tree.Proof) -> None:
    if isinstance(proof, tree.Leaf):
        resolve_use(r, proof)
        return
    mark = r.scope.mark()
    chain = False
    for step in proof.steps:
        chain = _step(r, step, chain)
    r.scope.restore(mark)


def _step(r: Resolver, step: tree.Step, chain: bool) -> bool:
    """One step; whether the next one may continue it with `@ = ...`."""
    named = not step.label.endswith(">")
    if named and step.span.source.text[step.span.start + 1] in "*+":
        written = step.span._replace(end=step.span.start + 3)
        message = "a step of an implicit level cannot have a name"
        r.error("named-implicit-step", message, written, f"write `{step.label}`")
    statement = step.statement
    match statement:
        case tree.Define():
            _step_definitions(r, statement)
        case tree.UseHide():
            resolve_use(r, statement)
        case tree.Instance():
            resolve_instance(r, statement, top=False)
        case _:
            return _assertion(r, step, statement, named, chain)
    if named:
        symbol = StepName(step.label, _label_span(step), step)
        r.module.declared[id(step)] = symbol
        declare(r, symbol)
    return False


def _label_span(step: tree.Step) -> Span:
    return step.span._replace(end=step.span.start + len(step.label))


def _step_definitions(r: Resolver, define: tree.Define) -> None:
    r.units.append(define.units)
    r.label_frames.append(LabelFrame({}, r.scope.mark()))
    for unit in define.units:
        resolve_definition_unit(r, unit, top=False)
    r.label_frames.pop()
    r.units.pop()


def _assertion(
    r: Resolver,
    step: tree.Step,
    statement: tree.Claim | tree.Take | tree.Pick | tree.Qed,
    named: bool,
    chain: bool,
) -> bool:
    body: tree.Expr | tree.Statement = statement
    if isinstance(statement, tree.Claim) and statement.kind == "":
        body = statement.items[0]
    fact = Fact(step.label, _label_span(step), r.module, step, body)
    fact.suffices = isinstance(statement, tree.Claim) and statement.kind == "SUFFICES"
    r.module.declared[id(step)] = fact
    mark = r.scope.mark()
    _assert(r, fact, statement, named, chain)
    introduced = [] if isinstance(statement, tree.Take) else list(r.scope.since(mark))
    if introduced:
        r.scope.restore(mark)
    if named:
        declare(r, fact)
    # The names of ASSUME are for the proof of this step, those of SUFFICES and PICK for
    # the steps after it.
    lasting = fact.suffices or isinstance(statement, tree.Pick)
    inside = r.scope.mark()
    if not lasting:
        for symbol in introduced:
            r.scope.bind(symbol)
    if step.proof is not None:
        _proof(r, step.proof)
    if not lasting:
        r.scope.restore(inside)
    for symbol in introduced if lasting else ():
        r.scope.bind(symbol)
    fact.in_proof = False
    return isinstance(body, tree.Infix)


def _assert(
    r: Resolver,
    fact: Fact,
    statement: tree.Claim | tree.Take | tree.Pick | tree.Qed,
    named: bool,
    chain: bool,
) -> None:
    if named:
        r.label_frames.append(LabelFrame(fact.labels, r.scope.mark()))
    match statement:
        case tree.Claim(_, (tree.AssumeProve() as body,)):
            r.goal = fact
            resolve_assume_prove(r, body)
            r.goal = None
        case tree.Claim("", (tree.Infix(_, tree.At()) as body,)) if chain:
            r.excepts += 1
            resolve_expr(r, body.left)
            r.excepts -= 1
            r.module.uses[id(body)] = r.scope.names[body.op]
            resolve_expr(r, body.right)
        case tree.Claim(_, items):
            resolve_all(r, items)
        case tree.Take(bounds):
            bind_names(r, bounds)
        case tree.Pick(bounds, body):
            bind_names(r, bounds)
            resolve_expr(r, body)
        case tree.Qed():
            pass
    if named:
        r.label_frames.pop()
