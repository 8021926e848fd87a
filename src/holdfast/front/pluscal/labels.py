"""Where labels are required, and the addition of missing ones.

A step goes from one label to the next, and a step assigns a variable at most once. So a
label is needed at the beginning, before every `while`, after a statement that leaves the
step (`goto`, `call`, `return`) or that holds a label, and before a second assignment to
the same variable. The body of a `with` is one step and takes no label.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.options import Options
from holdfast.source import Diagnostic, Note, Span

Assigned: TypeAlias = dict[str, Span]
"""The variables assigned so far in the step, and where."""

_FIRST = "the first statement of a {} needs a label"
_AFTER = {
    tree.Goto: "a statement that follows `goto` needs a label",
    tree.Return: "a statement that follows `return` needs a label",
    tree.Call: "a statement that follows `call` needs a label",
    tree.If: "a statement that follows an `if` with a label, `call`, `return` or `goto` in it"
    " needs a label",
    tree.Either: "a statement that follows an `either` with a label, `call`, `return` or `goto`"
    " in it needs a label",
    tree.With: "a statement that follows a `with` with `call`, `return` or `goto` in it needs"
    " a label",
}


@dataclass(frozen=True, slots=True)
class _Result:
    """The effect of a block: how it leaves the step, and what it has assigned."""

    block: tree.Block
    leaves: bool
    assigned: Assigned


def add_labels(
    algorithm: tree.Algorithm, options: Options
) -> tuple[tree.Algorithm, list[Diagnostic]]:
    """The algorithm with a label wherever one is needed.

    Missing labels are added to an algorithm without processes and without any label, or
    if the options say so; otherwise each is an error.
    """
    bodies = tree.bodies(algorithm)
    labels = {s.label.name for body in bodies for s in tree.walk(body) if s.label}
    labeller = _Labeller(algorithm, options, labels)
    # The order determines the numbers of added labels.
    if algorithm.processes:
        processes = tuple(labeller.process(p) for p in algorithm.processes)
        procedures = tuple(labeller.procedure(p) for p in algorithm.procedures)
        body = algorithm.body
    else:
        processes = ()
        procedures = tuple(labeller.procedure(p) for p in algorithm.procedures)
        body = labeller.whole(algorithm.body, "algorithm that has labels")
    may_add = options.label or not (algorithm.processes or labels)
    diagnostics = labeller.diagnostics + ([] if may_add else labeller.missing)
    labelled = replace(algorithm, body=body, procedures=procedures, processes=processes)
    return labelled, diagnostics


class _Labeller:
    def __init__(self, algorithm: tree.Algorithm, options: Options, labels: set[str]) -> None:
        self.root = options.label_root
        self.labels = labels
        self.number = 0
        self.current: str | None = None
        self.procedure_variables = [
            d.name.name for p in algorithm.procedures for d in (*p.params, *p.locals)
        ]
        self.diagnostics: list[Diagnostic] = []
        self.missing: list[Diagnostic] = []

    def process(self, process: tree.Process) -> tree.Process:
        return replace(process, body=self.whole(process.body, "process"))

    def procedure(self, procedure: tree.Procedure) -> tree.Procedure:
        self.current = procedure.name.name
        body = self.whole(procedure.body, "procedure")
        self.current = None
        return replace(procedure, body=body)

    def whole(self, block: tree.Block, what: str) -> tree.Block:
        return self.block(block, _FIRST.format(what), None, {}).block

    def block(
        self, block: tree.Block, reason: str, inside: tree.With | None, before: Assigned
    ) -> _Result:
        """Label a block; `reason` explains why its first statement needs a label, if it does."""
        result: list[tree.Stmt] = []
        leaves_ever = False
        assigned = before
        for statement in block:
            if statement.label is not None:
                leaves_ever, assigned = True, {}
                if inside is not None:
                    self.label_in_with(statement.label, inside)
            if reason and inside is not None:
                self.after_leaving_in_with(statement, inside)
            elif reason:
                statement = self.need(statement, reason)
                leaves_ever, assigned = True, {}
            labelled = statement.label is not None
            statement, reason, assigned = self.statement(statement, inside, before, assigned)
            leaves_ever |= statement.label is not None and not labelled
            result.append(statement)
        return _Result(tuple(result), leaves_ever or bool(reason), assigned)

    def statement(
        self, statement: tree.Stmt, inside: tree.With | None, before: Assigned, assigned: Assigned
    ) -> tuple[tree.Stmt, str, Assigned]:
        """The statement labelled, why the next one needs a label, and what is assigned."""
        match statement:
            case tree.If() | tree.Either():
                results = [self.block(b, "", inside, assigned) for b in tree.blocks(statement)]
                statement = tree.with_blocks(statement, tuple(r.block for r in results))
                merged = {name: at for r in reversed(results) for name, at in r.assigned.items()}
                reason = _AFTER[type(statement)] if any(r.leaves for r in results) else ""
                return statement, reason, merged
            case tree.While(_, body):
                if inside is not None:
                    self.while_in_with(statement, inside)
                    return statement, "", assigned
                statement = self.need(statement, "a `while` needs a label")
                inner = self.block(body, "", None, {})
                return tree.with_blocks(statement, (inner.block,)), "", {}
            case tree.With(_, _, _, body):
                return self.with_statement(statement, inside, before)
            case tree.Assign(parts):
                names = {p.variable.name: p.span for p in reversed(parts)}
                statement, assigned = self.assign(statement, inside, names, assigned)
                return statement, "", assigned
            case tree.Call() | tree.Return():
                names = dict.fromkeys(self.assigned_by(statement), statement.span)
                statement, assigned = self.assign(statement, inside, names, assigned)
                return statement, _AFTER[type(statement)], assigned
            case tree.Goto():
                return statement, _AFTER[tree.Goto], assigned
            case _:
                return statement, "", assigned

    def with_statement(
        self, statement: tree.With, inside: tree.With | None, before: Assigned
    ) -> tuple[tree.Stmt, str, Assigned]:
        inner = self.block(statement.body, "", statement, before if inside else {})
        reason = _AFTER[tree.With] if inner.leaves else ""
        labelled: tree.Stmt = replace(statement, body=inner.block)
        again = [name for name in inner.assigned if name in before]
        if inside is None and again:
            labelled = self.need(labelled, *self.second(again[0], before))
            return labelled, reason, {}
        return labelled, reason, inner.assigned

    def assigned_by(self, statement: tree.Call | tree.Return) -> list[str]:
        """The variables that a call or a return sets besides its own arguments."""
        match statement:
            case tree.Call(procedure, _, then):
                own = procedure.name == self.current or isinstance(then, tree.Return)
            case tree.Return():
                own = True
        return ["stack", *(self.procedure_variables if own else ())]

    def assign(
        self, statement: tree.Stmt, inside: tree.With | None, names: Assigned, assigned: Assigned
    ) -> tuple[tree.Stmt, Assigned]:
        again = next((name for name in names if name in assigned), None)
        if again is None:
            return statement, assigned | names
        if inside is not None:
            self.second_in_with(again, names[again], assigned[again], inside)
            return statement, assigned | names
        statement = self.need(statement, *self.second(again, assigned))
        return statement, names

    def second(self, name: str, assigned: Assigned) -> tuple[str, Note]:
        reason = f"`{name}` is assigned a second time, so a label is needed before this statement"
        return reason, Note("assigned before in the same step", assigned[name])

    def need(self, statement: tree.Stmt, reason: str, *notes: Note) -> tree.Stmt:
        """The statement with a label, added if it has none."""
        if statement.label is not None:
            return statement
        self.number += 1
        while f"{self.root}{self.number}" in self.labels:
            self.number += 1
        name = f"{self.root}{self.number}"
        place = statement.call or statement.span
        help = f"put a label before it, for example `{name}:`"
        self.missing.append(Diagnostic("pcal-missing-label", reason, place, help, notes))
        return replace(statement, label=tree.Label(name, span=statement.span))

    # ---- errors in a `with` ----

    def complain(
        self, code: str, message: str, span: Span, inside: tree.With, *notes: Note
    ) -> None:
        here = Note("the `with` begins here", inside.span._replace(end=inside.span.start + 4))
        help = "the body of a `with` is a single step"
        self.diagnostics.append(Diagnostic(code, message, span, help, (*notes, here)))

    def label_in_with(self, label: tree.Label, inside: tree.With) -> None:
        message = f"the label `{label.name}` is inside a `with`"
        self.complain("pcal-label-in-with", message, label.span, inside)

    def while_in_with(self, statement: tree.While, inside: tree.With) -> None:
        word = statement.span._replace(end=statement.span.start + 5)
        self.complain("pcal-while-in-with", "a `while` cannot be inside a `with`", word, inside)

    def after_leaving_in_with(self, statement: tree.Stmt, inside: tree.With) -> None:
        message = "this statement of a `with` follows one that leaves the step"
        self.complain("pcal-leave-in-with", message, statement.span, inside)

    def second_in_with(self, name: str, span: Span, first: Span, inside: tree.With) -> None:
        message = f"`{name}` is assigned a second time in the same `with`"
        note = Note("assigned before", first)
        self.complain("pcal-double-assignment", message, span, inside, note)
