"""The values and replacements that a configuration assigns to constants and definitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.front.suggest import did_you_mean, wrong_number
from holdfast.front.tla.lower.expressions import number_literal
from holdfast.front.tla.lower.lower import Lowering, Overrides
from holdfast.front.tla.modules import Spec, resolve_beside
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.print.printer import print_expr
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.config import Assignment, read_config
from holdfast.front.tlc.replacements import chained_replacements, variables_read
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Replacement
from holdfast.source import Diagnostic, Source, Span, errors

_DEFAULT_VALUE = "defaultInitValue"
"""The initial value of PlusCal variables without one: by default a model value."""

_EXTENDED = ("Integers", "FiniteSets", "Sequences", "TLC")
"""Modules available to the expressions of a configuration."""


class Assignments:
    """The values and replacements of one model; errors are `complaints`.

    `lowering` lowers the spec with them.
    """

    def __init__(self, spec: Spec, constants: Sequence[Assignment]) -> None:
        self.spec = spec
        self.root = spec.module
        self.constants = constants
        self.complaints: list[Diagnostic] = []
        self._replaced: list[tuple[Assignment, sym.Symbol]] = []
        self.constant_replacements: list[tuple[Assignment, sym.Symbol]] = []
        self.everywhere: dict[int, ir.Expr | sym.Symbol] = {}
        self.of_modules: dict[int, ir.Expr | sym.Symbol] = {}
        self.lowering = Lowering(self.root, Overrides(self.everywhere, self.of_modules))

    def symbol(self, name: tree.Ident, module: sym.ResolvedModule) -> sym.Symbol | None:
        """The symbol that a name or a path such as `I!Inv` of the configuration means."""
        first, *rest = name.name.split("!")
        symbol: sym.Symbol | None = module.names.get(first)
        for part in rest:
            inner = isinstance(symbol, sym.Instance | sym.Instantiated)
            symbol = symbol.member(part) if inner else None  # type: ignore[union-attr]  # checked
        if symbol is None:
            help = did_you_mean(name.name, module.names)
            message = f"`{name.name}` is not defined in module {module.name}"
            self.complaints.append(Diagnostic("model-unknown-name", message, name.span, help))
        return symbol

    def assign_all(self) -> None:
        """Process all entries, in dependency order."""
        tables: dict[str, list[Assignment]] = {}
        expressions: list[Assignment] = []
        for a in self.constants:
            if a.args:
                tables.setdefault(a.name.name, []).append(a)
            elif a.reading == "expression":
                expressions.append(a)
            elif a.reading == "operator":
                self._replace_by_operator(a)
            else:
                self._assign_value(a)
        for rows in tables.values():
            self._assign_table(rows)
        self._follow_replacements()
        if expressions:
            self._assign_expressions(expressions)
            self._follow_replacements()
        self.complaints += chained_replacements(self.constants)

    def _follow_replacements(self) -> None:
        """A name that is replaced by a constant has the value of this constant."""
        for values in (self.everywhere, self.of_modules):
            for key, value in values.items():
                if not isinstance(value, ir.Node):
                    values[key] = self.everywhere.get(id(value), value)

    def _target(self, a: Assignment) -> tuple[sym.Symbol, str] | None:
        module = self.root
        if a.module is not None:
            found = self.spec.modules.get(a.module.name)
            if found is None:
                message = f"module `{a.module.name}` does not belong to the spec"
                self.complaints.append(Diagnostic("model-unknown-name", message, a.module.span))
                return None
            module = found
        first = a.name.name.split("!")[0]
        if first not in module.names:
            # TLC rejects `<-` here and accepts `=`. Many models have a line `p1 = p1` for
            # an element of a set, which does no harm.
            if print_expr(a.value) != a.name.name:
                constants = (c.name for c in module.constants)
                help = did_you_mean(first, constants) or did_you_mean(first, module.names)
                message = f"`{a.name.name}` is not declared in module {module.name}"
                self._complain("model-unknown-name", message, a.name.span, help)
            return None
        symbol = self.symbol(a.name, module)
        if symbol is None:
            return None
        if not isinstance(symbol, sym.Constant | sym.Operator | sym.Instantiated):
            kind = "a variable" if isinstance(symbol, sym.Variable) else "not a definition"
            message = (
                f"`{a.name.name}` is {kind}: only a constant or a definition gets a value here"
            )
            self._complain("model-replacement", message, a.name.span)
            return None
        return symbol, a.module.name if a.module else ""

    def _complain(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        self.complaints.append(Diagnostic(code, message, span, help))

    def _put(self, a: Assignment, value: ir.Expr | sym.Symbol) -> None:
        target = self._target(a)
        if target is None:
            return
        symbol, module = target
        declared = symbol.name in (c.name for c in self.root.constants)
        if not declared or a.reading != "value":
            self._replaced.append((a, symbol))
        if module:
            # As in TLC, `[M]` selects the definition, and not where it is replaced.
            self.of_modules[id(symbol)] = value
        else:
            self.everywhere[id(symbol)] = value

    def _assign(self, a: Assignment, value: ir.Expr, target: sym.Symbol) -> None:
        params = tuple(f"arg{i + 1}" for i in range(target.arity))
        given = zip(params, _params(target), strict=False)
        operators = tuple((name, p.arity) for name, p in given if p.arity)
        made = ir.Definition(a.name.name, params, value, operators=operators, span=a.span)
        self._put(a, ir.Call(self.lowering.add_definition(made), span=a.span))

    def _assign_value(self, a: Assignment) -> None:
        """`N = 3`; an operator with such a value has it for all arguments."""
        target = self._target(a)
        if target is not None:
            self._assign(a, _plain_value(a.value), target[0])

    def _replace_by_operator(self, a: Assignment) -> None:
        text = print_expr(a.value)
        symbol = self.symbol(tree.Ident(text, span=a.value.span), self.root)
        target = self._target(a)
        if symbol is None or target is None:
            return
        if isinstance(symbol, sym.Variable):
            message = f"`{text}` is a variable: only a definition or a constant can replace another"
            self._complain("model-replacement", message, a.value.span)
        elif symbol.arity != target[0].arity:
            takes = f"`{text}` takes {_arguments(symbol)}, but `{a.name.name}` takes "
            message = f"{takes}{_arguments(target[0])}"
            self._complain("model-replacement", message, a.value.span)
        else:
            self._put(a, symbol)
            if isinstance(target[0], sym.Constant) and not symbol.arity:
                self.constant_replacements.append((a, symbol))

    def _assign_table(self, rows: list[Assignment]) -> None:
        """`F(1, 2) = 3` and similar entries: an operator given by a list of its values."""
        params = tuple(f"arg{i + 1}" for i in range(len(rows[0].args)))
        target = self._target(rows[0])
        if target is None:
            return
        if any(p.arity for p in _params(target[0])):
            message = (
                f"`{rows[0].name.name}` takes an operator as an argument: a table cannot define it"
            )
            self._complain("model-replacement", message, rows[0].span)
            return
        for row in rows:
            if target[0].arity != len(row.args):
                message = wrong_number(f"`{row.name.name}`", target[0].arity, len(row.args))
                self._complain("model-replacement", message, row.span)
                return
        arms = []
        for row in rows:
            tests = tuple(
                ir.Apply(Op.EQ, (ir.Name(p), _plain_value(x)))
                for p, x in zip(params, row.args, strict=True)
            )
            arms.append((ir.Apply(Op.AND, tests), _plain_value(row.value)))
        self._assign(rows[0], ir.Case(tuple(arms), None, span=rows[0].span), target[0])

    def _assign_expressions(self, assignments: list[Assignment]) -> None:
        """Any expression, resolved in a module that extends the spec and declares model values.

        An operator that gets one has its value for all arguments.
        """
        known = self.root.names
        model_values = {
            n.name: n
            for a in assignments
            for n in tree.walk(a.value)
            if isinstance(n, tree.Ref)
            and not n.args
            and n.name not in known
            and n.name.isidentifier()
        }
        bound = {
            i.name for a in assignments for i in tree.walk(a.value) if isinstance(i, tree.Ident)
        }
        free = [n for n in model_values if n not in bound and n not in ("TRUE", "FALSE", "BOOLEAN")]
        units: list[tree.Unit] = []
        if free:
            declared = tuple(tree.Param(n, span=model_values[n].span) for n in free)
            units.append(tree.Constants(declared, span=declared[0].span))
        for i, a in enumerate(assignments):
            ident = tree.Ident(f"model_value_of_{i}", span=a.name.span)
            units.append(tree.Definition(ident, (), a.value, span=a.span))
        module = resolve_beside(self.spec, units, _EXTENDED)
        self.complaints += errors(module.diagnostics)
        if self.complaints:
            return
        for name in free:
            self.everywhere[id(module.names[name])] = _model_value(name, model_values[name].span)
        for i, a in enumerate(assignments):
            symbol = module.names[f"model_value_of_{i}"]
            value = self.lowering.use(symbol, (), self.lowering.scope(), a.span)
            target = self._target(a)
            if target is not None and target[0].arity:
                self._assign(a, value, target[0])
            else:
                self._put(a, value)

    def replaced(self) -> tuple[Replacement, ...]:
        """The replacements, with the definitions that are called for them so far."""
        called = self.lowering.stand_ins
        return tuple(
            Replacement(a.name.name, print_expr(a.value), called.get(id(symbol)))
            for a, symbol in self._replaced
        )

    def require_constants(self) -> None:
        """Report each constant that has no value."""
        for constant in self.root.constants:
            n = constant.name
            if id(constant) in self.everywhere:
                continue
            if n == _DEFAULT_VALUE:
                self.everywhere[id(constant)] = _model_value(n, constant.span)
                continue
            help = f"add `CONSTANT {n} = ...` to the .cfg file, or pass --const {n}=..."
            message = f"the constant `{n}` has no value"
            self._complain("model-missing-constant", message, constant.span, help)

    def require_constant_replacements(self) -> None:
        """Report constants that are replaced by an expression that depends on the state."""
        hidden = self.lowering.hidden
        for a, symbol in self.constant_replacements:
            used = self.lowering.use(symbol, (), self.lowering.scope(), a.value.span)
            variables = {*hidden, *(v.name for v in self.root.variables)}
            if read := variables_read(used, variables, self.lowering.definitions):
                varies = f"`{print_expr(a.value)}` depends on the variable `{read[0]}`"
                message = f"{varies}, but `{a.name.name}` is a constant"
                self._complain("model-replacement", message, a.value.span)


def _params(symbol: sym.Symbol) -> tuple[sym.Parameter, ...]:
    return symbol.params if isinstance(symbol, sym.Operator | sym.Instantiated) else ()


def _arguments(symbol: sym.Symbol) -> str:
    return {0: "no arguments", 1: "1 argument"}.get(symbol.arity, f"{symbol.arity} arguments")


def _plain_value(e: tree.Expr) -> ir.Expr:
    """A value as in TLC's configurations; a bare name is a model value."""
    match e:
        case tree.Number():
            return number_literal(e)
        case tree.Prefix("-.", tree.Number() as number):
            return ir.Literal(-int(number_literal(number).value), span=e.span)
        case tree.String(text):
            return ir.Literal(text, span=e.span)
        case tree.Ref("TRUE" | "FALSE" as name, ()):
            return ir.Literal(name == "TRUE", span=e.span)
        case tree.Ref(name, ()):
            return _model_value(name, e.span)
        case tree.SetOf(items):
            return ir.Apply(Op.SET, tuple(map(_plain_value, items)), span=e.span)
        case _:
            raise AssertionError("the configuration reader calls anything else an expression")


def _model_value(name: str, span: Span) -> ir.Expr:
    return ir.Apply(Op.MODEL, (ir.Literal(name, span=span),), span=span)


def constants_from_text(values: Mapping[str, str]) -> tuple[Assignment, ...]:
    """`--const N=3`: assignments as in a configuration."""
    lines = "\n".join(f"{name} = {text}" for name, text in values.items())
    return read_config(Source("--const", f"CONSTANTS\n{lines}\n")).constants
