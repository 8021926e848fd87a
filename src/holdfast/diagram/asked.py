"""A temporal property as a claim of a diagram: its state predicates get names.

    \\A p \\in Proc : pc[p] = "w" ~> pc[p] = "cs"

is the claim `pc_p_w ~> pc_p_cs` of a diagram with the parameter p in Proc.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from holdfast.check.liveness.formulas import Formula, atoms_of
from holdfast.check.liveness.reader import SUPPORTED, FormulaReader
from holdfast.diagram.fair_actions import Parameter
from holdfast.diagram.written import written
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder, Expr
from holdfast.ir.levels import Level
from holdfast.ir.notation import Notation
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.tla_text import unused
from holdfast.source import Diagnostic, SpecError

_WORDS = {
    "<<>>": "empty",
    "{}": "empty",
    "#": "ne",
    "/=": "ne",
    "<=": "le",
    ">=": "ge",
    "<": "lt",
    ">": "gt",
    "\\in": "in",
    "\\notin": "notin",
    "~": "not",
    "+": "plus",
    "-": "minus",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim over the names of predicates, with the formula to decide it."""

    name: str
    text: str
    formula: Formula
    predicates: tuple[str, ...]


@dataclass(slots=True)
class PropertyReader:
    """Reads properties of one system; collects their parameters and predicates, with texts.

    `meant` are the parts of properties that the predicates with these texts stand for.
    """

    machine: Machine
    parameters: list[Parameter] = field(default_factory=list)
    predicates: dict[str, str] = field(default_factory=dict)
    meant: dict[str, Expr] = field(default_factory=dict)

    def read(self, name: str, e: Expr) -> Asked:
        """The claim of a property; raises SpecError if diagrams cannot express it."""
        reader = FormulaReader(self.machine)
        body = self._body(e, reader)
        claim = self._abstracted(body, reader)
        text = written(claim, self._notation)
        names = tuple(self.predicates)
        over = FormulaReader(Machine(System("claim", variables=names)))
        formula = over.read(claim)
        used = tuple(a.expr.name for a in atoms_of(formula) if isinstance(a.expr, ir.Name))
        return Asked(predicate_name(name, ()), text, formula, used)

    @property
    def _notation(self) -> Notation:
        return self.machine.system.notation

    def _body(self, e: Expr, reader: FormulaReader) -> Expr:
        """The property without the quantifiers around it, which become parameters."""
        entered = reader.entered(e) if reader.levels.of(e) > Level.STATE else None
        if entered is not None:
            return self._body(entered, reader)
        match e:
            case ir.Bind(Binder.FORALL, bounds, body) if reader.levels.of(e) > Level.STATE:
                for bound in bounds:
                    if bound.domain is None or bound.pattern:
                        raise _unsupported("this quantifier", e)
                    for each in bound.names:
                        parameter = Parameter(each, bound.domain)
                        if parameter not in self.parameters:
                            self.parameters.append(parameter)
                return self._body(body, reader)
            case _:
                return e

    def _abstracted(self, e: Expr, reader: FormulaReader) -> Expr:
        """The formula with names for its state predicates."""
        if reader.levels.of(e) <= Level.STATE:
            if isinstance(e, ir.Apply) and e.op is Op.NOT:
                return ir.Apply(Op.NOT, (self._abstracted(e.args[0], reader),))
            name = self.predicate(written(e, self._notation))
            self.meant.setdefault(name, e)
            return ir.Name(name)
        entered = reader.entered(e)
        if entered is not None:
            return self._abstracted(entered, reader)
        match e:
            case ir.Apply(op, args) if op in SUPPORTED - _OF_STEPS:
                return ir.Apply(op, tuple(self._abstracted(a, reader) for a in args))
            case _:
                raise _unsupported("this kind of temporal formula", e)

    def predicate(self, text: str) -> str:
        """The name of a predicate with a text."""
        for name, known in self.predicates.items():
            if known == text:
                return name
        name = predicate_name(text, self.predicates)
        self.predicates[name] = text
        return name


_OF_STEPS = {Op.BOX_ACTION, Op.ANGLE_ACTION, Op.WEAK_FAIR, Op.STRONG_FAIR}


def predicate_name(text: str, taken: Container[str]) -> str:
    """An identifier that resembles a formula, and is not in use."""
    if re.fullmatch(r"[A-Za-z]\w*", text):
        return unused(text, taken)
    some = re.fullmatch(r"\\E (\w+(?: \\in [^:,]+)?) : (.*)", text)
    bound = "" if some is None else some[1].partition(" ")[0]
    words = re.findall(r"<<>>|\{\}|\\\w+|\w+|/=|<=|>=|[#<>~+-]", some[2] if some else text)
    name = "_".join(_WORDS.get(w, w.strip("\\")) for w in words if w != bound)
    name = f"some_{name}" if some else name
    name = re.sub(r"\W+", "_", name).strip("_")
    name = f"value_{name}" if name[:1].isdigit() else name
    if not name or not name[0].isalpha() or len(name) > _LONGEST:
        name = "P"
    return unused(name, taken)


_LONGEST = 40


def _unsupported(what: str, e: Expr) -> SpecError:
    return SpecError(
        Diagnostic("temporal-unsupported", f"{what} is not a claim of a diagram", e.span)
    )
