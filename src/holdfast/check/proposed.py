"""Proposed values of constants that satisfy the assumptions of a spec."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product

from holdfast.cancellation import OutOfTime, running
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.proposals import Proposal, alternatives
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.assignments import constants_from_text
from holdfast.front.tlc.config import Config
from holdfast.front.tlc.model import build_model
from holdfast.interp.context import Context
from holdfast.interp.machine import Machine
from holdfast.ir.errors import EvalError
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Span, SpecError

_TRIALS = 400
_SECONDS = 3.0


def satisfying(spec: Spec, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """The proposals, changed until every ASSUME is true; where that fails, no value is proposed."""
    facts = [fact for fact in spec.module.assumptions if not fact.module.bundled]
    about = {fact.span: _constants_of(fact) for fact in facts}
    asked = set().union(*about.values())
    if not asked or any(p.value is None for p in proposals if p.name in asked):
        return tuple(proposals)
    ends = time.monotonic() + _SECONDS
    false: set[Span] = set()
    for attempt in islice(_attempts(proposals, asked), _TRIALS):
        wrong = _violated(spec, {p.name: p.value or p.name for p in attempt})
        if not wrong:
            return attempt
        false = false or wrong
        if time.monotonic() > ends:
            break
    unknown = {name for span in false for name in about.get(span, ())}
    return tuple(_open(p) if p.name in unknown else p for p in proposals)


def _open(proposal: Proposal) -> Proposal:
    return replace(proposal, value=None, reason="no value that was tried satisfies the ASSUMEs")


def _attempts(proposals: Sequence[Proposal], asked: set[str]) -> Iterator[tuple[Proposal, ...]]:
    """The proposals and their variations, those with the fewest changes first."""
    rows = [(p, *alternatives(p, proposals)) if p.name in asked else (p,) for p in proposals]
    numbers = product(*(range(len(row)) for row in rows))
    for chosen in sorted(
        islice(numbers, 50 * _TRIALS), key=lambda at: (sum(map(bool, at)), sum(at))
    ):
        yield tuple(row[at] for row, at in zip(rows, chosen, strict=True))


def _violated(spec: Spec, values: Mapping[str, str]) -> set[Span]:
    """The locations of the assumptions that are not true with these values."""
    try:
        model = build_model(spec, Config(constants=constants_from_text(values)))
        machine = Machine(run_pipeline(model.system), Context(output=lambda text: None))
    except SpecError:
        return set()  # an error in the spec does not depend on the values
    wrong: set[Span] = set()
    for assumption in machine.system.assumptions:
        try:
            with running(seconds=_SECONDS):
                holds = machine.holds(assumption.expr)
        except (EvalError, SpecError, OutOfTime):
            holds = assumption.axiom
        if not holds and assumption.span is not None:
            wrong.add(assumption.span)
    return wrong


def _constants_of(fact: sym.Fact) -> set[str]:
    """The constants that occur in an assumption, also through definitions."""
    found: set[str] = set()
    seen: set[int] = set()
    pending: list[tuple[sym.ResolvedModule, tree.Node]] = [(fact.module, fact.body)]
    while pending:
        module, node = pending.pop()
        for part in tree.walk(node):
            symbol = module.uses.get(id(part))
            if isinstance(symbol, sym.Constant):
                found.add(symbol.name)
            elif isinstance(symbol, sym.Operator) and id(symbol) not in seen:
                seen.add(id(symbol))
                if symbol.node is not None and not symbol.module.bundled:
                    pending.append((symbol.module, symbol.node))
    return found
