"""From a resolved spec and a configuration to a `System`: what is checked, with what values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from holdfast.front.document import Scratch
from holdfast.front.tla.formulas import read_formulas, read_predicates
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.print.printer import print_expr
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.assignments import Assignments
from holdfast.front.tlc.config import Config
from holdfast.front.tlc.name_order import names_in_order, variables_in_order
from holdfast.front.tlc.replacements import mark_recursion
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, SpecError

_NAME = re.compile(r"(?!(TRUE|FALSE)$)[\w!]+")
"""The name of a definition, perhaps of an instance; everything else is an expression."""


@dataclass(frozen=True, slots=True)
class Built:
    """The system that a configuration describes, and formulas that were given in addition."""

    system: System
    formulas: tuple[ir.Expr, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


def build_model(
    spec: Spec,
    config: Config,
    formulas: Sequence[Source] = (),
    scratch: Scratch | None = None,
    *,
    actions: bool = False,
) -> Built:
    """The system that a configuration describes; formulas may use the definitions of the spec.

    They are state predicates, or, with `actions`, actions.
    """
    builder = _Builder(spec, config, scratch)
    with deep_recursion():
        system, found = builder.system(formulas, actions)
    shown = tuple((a.name.name, print_expr(a.value)) for a in config.constants)
    return Built(system, found, shown, (*config.warnings, *builder.warnings))


class _Builder:
    def __init__(self, spec: Spec, config: Config, scratch: Scratch | None) -> None:
        self.spec = spec
        self.scratch = scratch
        self.config = config
        self.root = spec.module
        self.warnings: list[Diagnostic] = []
        self.assignments = Assignments(spec, config.constants)
        self.complaints = self.assignments.complaints
        self.lowering = self.assignments.lowering

    def system(self, texts: Sequence[Source], actions: bool) -> tuple[System, tuple[ir.Expr, ...]]:
        """The system and some formulas, or all errors at once."""
        self._refuse_what_is_not_done()
        self.assignments.assign_all()
        self.assignments.require_constants()
        if self.complaints:
            raise SpecError(*self.complaints)
        config, root = self.config, self.root
        system = System(
            root.name,
            tuple(c.name for c in root.constants),
            tuple(v.name for v in root.variables),
            specification=self._formula(config.specification),
            init_formula=self._formula(config.init),
            next_formula=self._formula(config.next),
            assumptions=self._assumptions(),
            invariants=self._properties(config.invariants),
            properties=self._properties(config.properties),
            constraints=self._properties(config.constraints),
            action_constraints=self._properties(config.action_constraints),
            view=self._property(config.view),
            symmetry=self._property(config.symmetry),
            alias=self._property(config.alias),
            postconditions=self._properties(config.postconditions),
            possible=self._properties(config.possible),
            check_deadlock=config.check_deadlock is None or config.check_deadlock.value,
        )
        self.assignments.require_constant_replacements()
        if self.complaints:
            raise SpecError(*self.complaints)
        predicates = read_predicates(self.spec, texts, self.scratch, actions=actions)
        formulas = tuple(map(self.lowering.body, predicates))
        definitions = mark_recursion(self.lowering.definitions)
        self._warn_of_strings(definitions.values())
        reduced_twice = system.symmetry is not None and system.view is not None
        complete = replace(
            system,
            definitions=definitions,
            hidden=tuple(self.lowering.hidden.items()),
            names=names_in_order(self.spec, config),
            replaced=self.assignments.replaced(),
            compared=variables_in_order(root) if reduced_twice else (),
        )
        return complete, formulas

    def _refuse_what_is_not_done(self) -> None:
        """Report entries of a configuration that are not supported; none is ignored silently."""
        ignored = (("_PERIODIC", self.config.periodic), ("_RL_REWARD", self.config.rl_reward))
        for keyword, entry in (*ignored, ("EXPECT", self.config.expect)):
            if entry is not None:
                message = f"{keyword} has no effect yet"
                self.warnings.append(
                    Diagnostic("unsupported", message, entry.span, severity="warning")
                )

    # ---- names ----

    def _properties(self, names: Iterable[tree.Ident]) -> tuple[Property, ...]:
        return tuple(p for n in names if (p := self._property(n)) is not None)

    def _property(self, name: tree.Ident | None) -> Property | None:
        formula = self._formula(name)
        if name is None or formula is None:
            return None
        return Property(name.name, formula, span=name.span)

    def _formula(self, name: tree.Ident | None) -> ir.Expr | None:
        if name is None:
            return None
        if not _NAME.fullmatch(name.name):
            return self._expression(name.span.source)
        symbol = self.assignments.symbol(name, self.root)
        if symbol is None:
            return None
        if symbol.arity:
            arguments = "an argument" if symbol.arity == 1 else f"{symbol.arity} arguments"
            message = f"`{name.name}` needs {arguments}: a configuration names formulas without any"
            help = f"define one, such as `Some{name.name} == {name.name}(...)`, and name that"
            self.complaints.append(Diagnostic("model-property-form", message, name.span, help))
            return None
        return self.lowering.use(symbol, (), self.lowering.scope(), name.span)

    def _expression(self, text: Source) -> ir.Expr | None:
        """A formula that an option gives instead of a name."""
        try:
            (operator,) = read_formulas(self.spec, [text])
        except SpecError as error:
            self.complaints += error.diagnostics
            return None
        return self.lowering.body(operator)

    def _assumptions(self) -> tuple[Property, ...]:
        return tuple(
            map(self._assumption, (f for f in self.root.assumptions if not f.module.bundled))
        )

    def _assumption(self, f: sym.Fact) -> Property:
        kind = f.node.kind if isinstance(f.node, tree.Assume) else "ASSUME"
        name = f.name or f"{kind} at {f.span.location()}"
        return Property(name, self.lowering.fact(f), kind == "AXIOM", span=f.span)

    def _warn_of_strings(self, definitions: Iterable[ir.Definition]) -> None:
        """Warn about strings that are spelled like a model value: they are never equal."""
        parts = [p for d in definitions for p in ir.walk(d.body)]
        models = {p.args[0] for p in parts if isinstance(p, ir.Apply) and p.op is Op.MODEL}
        inside = {id(p.args[0]) for p in parts if isinstance(p, ir.Apply) and p.op is Op.MODEL}
        for part in parts:
            if isinstance(part, ir.Literal) and part in models and id(part) not in inside:
                name = part.value
                message = f'the string "{name}" is not the model value `{name}`: they always differ'
                help = f"declare `CONSTANT {name}` and write `{name}`, or give the model strings"
                self.warnings.append(
                    Diagnostic("model-string", message, part.span, help, severity="warning")
                )
