"""From a labelled and renamed algorithm to the units of its TLA+ translation."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.actions import ActionMaker, Variables
from holdfast.front.pluscal.fairness import specification
from holdfast.front.pluscal.options import Options
from holdfast.front.pluscal.steps import TRUE, Step, StepMaker, initial_value
from holdfast.front.pluscal.substitute import substitute
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Span

SELF = tla.Ref("self")
PROC_SET = tla.Ref("ProcSet")


class ModuleMaker:
    """Builds the units of one translation."""

    def __init__(
        self,
        algorithm: tree.Algorithm,
        called: dict[str, list[str]],
        options: Options,
        goes: bool,
        goes_to_done: bool,
    ) -> None:
        self.algorithm = algorithm
        self.called = called
        self.options = options
        self.diagnostics: list[Diagnostic] = []
        bodies = [p.body for p in algorithm.processes] or [algorithm.body]
        old = options.version < 1500
        marked = any(s.label and s.label.mark for body in bodies for s in tree.walk(body))
        self.keep_pc = (
            bool(algorithm.procedures)
            or marked
            or goes
            or old
            or not all(_is_one_action(body) for body in bodies)
        )
        endless = any(_is_endless(body) for body in bodies)
        self.terminates = goes_to_done or old or not endless
        self.variables = self._variables()

    def _variables(self) -> Variables:
        algorithm = self.algorithm
        names = ["pc"] if self.keep_pc else []
        names += [d.name.name for d in algorithm.variables]
        names += ["stack"] if algorithm.procedures else []
        local: list[str] = []
        for procedure in algorithm.procedures:
            declared = [d.name.name for d in (*procedure.params, *procedure.locals)]
            names += declared
            local += declared if algorithm.processes else []
        for process in algorithm.processes:
            declared = [d.name.name for d in process.locals]
            names += declared
            local += declared if process.many else []
        return Variables(tuple(names), frozenset(local))

    def units(self) -> list[tla.Unit]:
        """All units, in the order of the TLA+ tools."""
        if not self.variables.names:
            span = self.algorithm.span
            message = "the translation of this algorithm has no variables"
            self.diagnostics.append(Diagnostic("pcal-no-variables", message, _head(span)))
            return []
        result = self._declarations()
        items = tuple(tla.Ref(name) for name in self.variables.names)
        result.append(self._define("vars", tla.Tuple(items)))
        if self.algorithm.processes:
            result.append(self._define("ProcSet", self._proc_set()))
        result.append(self._define("Init", self._init()))
        for procedure in self.algorithm.procedures:
            result += self._procedure(procedure)
        for process in self.algorithm.processes:
            result += self._process(process)
        if not self.algorithm.processes:
            result += self._body()
        if self.algorithm.processes or self.keep_pc:
            result += self._next()
        spec = specification(self.algorithm, self.called, self.options)
        result.append(self._define("Spec", spec))
        if self.keep_pc and self.terminates:
            result.append(self._define("Termination", tla.Prefix("<>", tla.Parens(self._done()))))
        return result

    def _define(
        self, name: str, body: tla.Expr, params: tuple[str, ...] = (), span: Span | None = None
    ) -> tla.Definition:
        span = span or _head(self.algorithm.span)
        ident = tla.Ident(name, span=span)
        return tla.Definition(
            ident, tuple(tla.Param(p, span=span) for p in params), body, span=span
        )

    # ---- declarations and Init ----

    def _declared(self) -> list[tree.Declaration]:
        algorithm = self.algorithm
        result = list(algorithm.variables)
        for procedure in algorithm.procedures:
            result += [*procedure.params, *procedure.locals]
        for process in algorithm.processes:
            result += process.locals
        return result

    def _declarations(self) -> list[tla.Unit]:
        algorithm = self.algorithm
        head = _head(algorithm.span)
        result: list[tla.Unit] = []
        if any(d.value is None for d in self._declared()):
            result.append(tla.Constants((tla.Param("defaultInitValue", span=head),), span=head))
        spans = {d.name.name: d.name.span for d in self._declared()}
        names = [tla.Ident(n, span=spans.get(n, head)) for n in self.variables.names]
        first = len(algorithm.variables) + self.keep_pc + bool(algorithm.procedures)
        if not algorithm.definitions:
            first = len(names)
        if names[:first]:
            result.append(tla.Variables(tuple(names[:first]), span=head))
        result += algorithm.definitions
        if names[first:]:
            result.append(tla.Variables(tuple(names[first:]), span=head))
        return result

    def _proc_set(self) -> tla.Expr:
        sets = [p.id if p.many else tla.SetOf((p.id,)) for p in self.algorithm.processes]
        result = sets[0]
        for more in sets[1:]:
            result = tla.Infix("\\union", result, more)
        return result

    def _init(self) -> tla.Expr:
        algorithm = self.algorithm
        many = bool(algorithm.processes)
        items = [_initial(d, initial_value(d)) for d in algorithm.variables]
        for procedure in algorithm.procedures:
            for declared in (*procedure.params, *procedure.locals):
                value = initial_value(declared)
                if many:
                    value = _function(PROC_SET, self._indexed(value, SELF))
                items.append(_initial(declared, value))
        for process in algorithm.processes:
            items += [self._initial_local(process, d) for d in process.locals]
        if algorithm.procedures:
            empty: tla.Expr = tla.Tuple(())
            stack = _function(PROC_SET, empty) if many else empty
            items.append(tla.Infix("=", tla.Ref("stack"), stack))
        if self.keep_pc:
            items.append(tla.Infix("=", tla.Ref("pc"), self._initial_pc()))
        return tla.Junction("/\\", tuple(items), span=_head(algorithm.span))

    def _initial_local(self, process: tree.Process, declared: tree.Declaration) -> tla.Expr:
        value = initial_value(declared)
        if not process.many:
            return _initial(declared, value)
        if not declared.member:
            return _initial(declared, _function(process.id, self._indexed(value, SELF)))
        some = tla.Choose(tla.Bound((tla.Ident("self"),), process.id), TRUE)
        value = tla.FunctionSet(process.id, self._indexed(value, some))
        return _initial(declared, value)

    def _indexed(self, value: tla.Expr, own: tla.Expr) -> tla.Expr:
        """An initial value that may refer to other local variables of the same process."""
        local = self.variables.local
        return substitute(
            value, lambda ref: tla.Index(ref, (own,), span=ref.span) if ref.name in local else None
        )

    def _initial_pc(self) -> tla.Expr:
        processes = self.algorithm.processes
        if not processes:
            return _first_label(self.algorithm.body)
        if len(processes) == 1:
            return _function(PROC_SET, _first_label(processes[0].body))
        arms = tuple(
            tla.Arm(tla.Infix("\\in" if p.many else "=", SELF, p.id), _first_label(p.body))
            for p in processes
        )
        return _function(PROC_SET, tla.Case(arms, None))

    # ---- actions ----

    def _actions(
        self,
        body: tree.Block,
        end: str,
        own: tla.Expr | None,
        procedure: tree.Procedure | None = None,
    ) -> list[tuple[Step, tla.Expr]]:
        steps = StepMaker(self.algorithm.procedures, own, self.keep_pc, procedure)
        made = steps.steps(body, end)
        self.diagnostics += steps.diagnostics
        actions = ActionMaker(self.variables, own)
        result = [(step, actions.action(step)) for step in made]
        self.diagnostics += actions.diagnostics
        return result

    def _procedure(self, procedure: tree.Procedure) -> list[tla.Unit]:
        own = SELF if self.algorithm.processes else None
        params = ("self",) if self.algorithm.processes else ()
        actions = self._actions(procedure.body, "Error", own, procedure)
        return self._definitions(actions, procedure.name, params)

    def _process(self, process: tree.Process) -> list[tla.Unit]:
        own = SELF if process.many else process.id
        params = ("self",) if process.many else ()
        actions = self._actions(process.body, "Done", own)
        if not self.keep_pc:
            name = process.name.name
            return [self._define(name, action, params, step.span) for step, action in actions]
        return self._definitions(actions, process.name, params)

    def _definitions(
        self,
        actions: list[tuple[Step, tla.Expr]],
        name: tla.Ident,
        params: tuple[str, ...],
    ) -> list[tla.Unit]:
        """An action for each label, and their disjunction."""
        result: list[tla.Unit] = [
            self._define(step.label, action, params, step.span) for step, action in actions
        ]
        if actions:
            args = tuple(tla.Ref(p) for p in params)
            choice = _any(tla.Ref(step.label, args, span=name.span) for step, _ in actions)
            result.append(self._define(name.name, choice, params, name.span))
        return result

    def _body(self) -> list[tla.Unit]:
        actions = self._actions(self.algorithm.body, "Done", None)
        self.body_labels = [step.label for step, _ in actions]
        return [
            self._define(step.label if self.keep_pc else "Next", action, (), step.span)
            for step, action in actions
        ]

    # ---- Next and Termination ----

    def _next(self) -> list[tla.Unit]:
        algorithm = self.algorithm
        result: list[tla.Unit] = []
        choices: list[tla.Expr] = []
        procedures = [p.name.name for p in algorithm.procedures if p.body]
        if algorithm.processes:
            choices += [tla.Ref(p.name.name) for p in algorithm.processes if not p.many]
            if procedures:
                calls = _any(tla.Ref(name, (SELF,)) for name in procedures)
                choices.append(_exists(PROC_SET, calls))
            choices += [
                _exists(p.id, tla.Ref(p.name.name, (SELF,))) for p in algorithm.processes if p.many
            ]
        else:
            choices += [tla.Ref(name) for name in (*procedures, *self.body_labels)]
        if self.terminates and not self.options.no_done_disjunct:
            result.append(self._define("Terminating", self._terminating()))
            choices.append(tla.Ref("Terminating"))
        # A quantifier extends as far as possible, so a bulleted list reads better.
        listed = any(isinstance(c, tla.Quantifier) for c in choices[:-1])
        choice = tla.Junction("\\/", tuple(choices)) if listed else _any(choices)
        result.append(self._define("Next", choice))
        return result

    def _done(self) -> tla.Expr:
        done = tla.String("Done")
        if not self.algorithm.processes:
            return tla.Infix("=", tla.Ref("pc"), done)
        test = tla.Infix("=", tla.Index(tla.Ref("pc"), (SELF,)), done)
        return tla.Quantifier("\\A", (tla.Bound((tla.Ident("self"),), PROC_SET),), test)

    def _terminating(self) -> tla.Expr:
        unchanged = tla.Prefix("UNCHANGED", tla.Ref("vars"))
        if self.algorithm.processes:
            return tla.Junction("/\\", (self._done(), unchanged))
        return tla.Infix("/\\", self._done(), unchanged)


def _head(span: Span) -> Span:
    """The words that begin the algorithm."""
    return span._replace(end=span.source.text.index("algorithm", span.start) + len("algorithm"))


def _initial(declared: tree.Declaration, value: tla.Expr) -> tla.Expr:
    ref = tla.Ref(declared.name.name, span=declared.name.span)
    return tla.Infix("\\in" if declared.member else "=", ref, value, span=declared.span)


def _function(domain: tla.Expr, value: tla.Expr) -> tla.Expr:
    return tla.Function((tla.Bound((tla.Ident("self"),), domain),), value)


def _exists(domain: tla.Expr, body: tla.Expr) -> tla.Expr:
    return tla.Quantifier("\\E", (tla.Bound((tla.Ident("self"),), domain),), body)


def _any(choices: Iterable[tla.Expr]) -> tla.Expr:
    first, *rest = choices
    for choice in rest:
        first = tla.Infix("\\/", first, choice)
    return first


def _first_label(body: tree.Block) -> tla.Expr:
    label = body[0].label
    assert label is not None
    return tla.String(label.name, span=label.span)


def _is_endless(body: tree.Block) -> bool:
    """Whether the body is a single `while TRUE`."""
    match body:
        case (tree.While(test),):
            return test == TRUE
        case ():
            return True
        case _:
            return False


def _is_one_action(body: tree.Block) -> bool:
    """Whether the body is a single `while TRUE` without further labels."""
    if not body:
        return True
    return _is_endless(body) and not any(tree.has_label(b) for b in tree.blocks(body[0]))
