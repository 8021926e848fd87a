"""From labelled statements to one flat list of statements for each label.

The result has assignments (also to `pc` and `stack`), `await`, `if`, `either`, `with`,
`print`, `assert` and `skip`, but no loops, calls, returns and jumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from holdfast.front.pluscal import tree
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Note, Span

TRUE = tla.Ref("TRUE")


@dataclass(frozen=True, slots=True)
class Step:
    """The statements that one label's action consists of."""

    label: str
    block: tree.Block
    span: Span


@dataclass(frozen=True, slots=True)
class _Tail:
    """A block whose last statement is resolved, and the steps that were inside it.

    `falls` says that control still has to be passed on at the end of the block.
    """

    block: tree.Block
    steps: list[Step]
    falls: bool


class StepMaker:
    """Builds the steps of one process, procedure or body.

    `own` is the identifier of the process that takes the step, None without processes.
    """

    def __init__(
        self,
        procedures: Sequence[tree.Procedure],
        own: tla.Expr | None,
        keep_pc: bool,
        current: tree.Procedure | None = None,
    ) -> None:
        self.procedures = {p.name.name: p for p in procedures}
        self.own = own
        self.keep_pc = keep_pc
        self.current = current
        self.diagnostics: list[Diagnostic] = []

    def steps(self, block: tree.Block, end: str) -> list[Step]:
        """The steps of a block that begins with a label; control goes to `end` after it."""
        result: list[Step] = []
        pieces = _at_labels(block)
        targets = [*(_label(piece[0]) for piece in pieces[1:]), end]
        for piece, target in zip(pieces, targets, strict=False):
            result += self._step(piece, target)
        return result

    def _step(self, piece: tree.Block, following: str) -> list[Step]:
        first = piece[0]
        label = _label(first)
        assert first.label is not None
        span = first.label.span.to(piece[-1].span)
        if isinstance(first, tree.While):
            return self._loop(first, piece[1:], label, following, span)
        tail = self._tail_with_jump(piece, following)
        if not self.keep_pc:
            return tail.steps
        return [Step(label, (self._check_pc(label, first), *tail.block), span), *tail.steps]

    def _loop(
        self, loop: tree.While, rest: tree.Block, label: str, following: str, span: Span
    ) -> list[Step]:
        inner, labelled = _split(loop.body)
        pieces = _at_labels(labelled)
        body = self._tail_with_jump(inner, _label(pieces[0][0]) if pieces else label, loop.span)
        after = self._tail_with_jump(rest, following, loop.span)
        block: tree.Block = (self._check_pc(label, loop),) if self.keep_pc else ()
        for_ever = loop.test in (TRUE, tla.Parens(TRUE))
        if for_ever:
            block += body.block
            if rest:
                self._unreachable(loop, rest)
        else:
            span_ = loop.span
            block += (tree.If(loop.test, body.block, after.block, span=span_, call=loop.call),)
        steps = [Step(label, block, span), *self.steps(labelled, label), *body.steps]
        return steps if for_ever else steps + after.steps

    def _unreachable(self, loop: tree.While, rest: tree.Block) -> None:
        self.diagnostics.append(
            Diagnostic(
                "pcal-unreachable",
                "this statement follows a `while TRUE` and is never reached",
                rest[0].span,
                "give it a label to keep it in the translation",
                (Note("the loop", loop.span._replace(end=loop.span.start + 5)),),
                "warning",
            )
        )

    # ---- the end of a block ----

    def _tail_with_jump(
        self, block: tree.Block, following: str, place: Span = tla.NOWHERE
    ) -> _Tail:
        """The block resolved, closed by a jump to `following` if control falls off its end."""
        tail = self._tail(block, following)
        if not tail.falls:
            return tail
        span = block[-1].span if block else place
        return replace(tail, block=(*tail.block, self._jump(following, span)), falls=False)

    def _tail(self, block: tree.Block, following: str) -> _Tail:
        """The block with its last statement resolved; only that one can leave the step."""
        if not block:
            return _Tail((), [], self.keep_pc)
        *before, last = block
        tail = self._last(last, following)
        return replace(tail, block=(*before, *tail.block), falls=tail.falls and self.keep_pc)

    def _last(self, last: tree.Stmt, following: str) -> _Tail:
        match last:
            case tree.If() | tree.Either():
                if any(map(tree.has_label, tree.blocks(last))):
                    return self._labelled_branches(last, following)
                return self._plain_branches(last, following)
            case tree.With(body=body):
                tail = self._tail(body, following)
                return replace(tail, block=(replace(last, body=tail.block),))
            case tree.Goto(target):
                return _Tail((self._jump(target.name, last.span),), [], False)
            case tree.Call(then=tree.Return()):
                return _Tail(self._call_and_return(last), [], False)
            case tree.Call(then=then):
                after = then.target.name if isinstance(then, tree.Goto) else following
                return _Tail(self._call(last, tla.String(after, span=last.span)), [], False)
            case tree.Return():
                return _Tail(self._back(last), [], False)
            case _:
                return _Tail((last,), [], True)

    def _plain_branches(self, last: tree.If | tree.Either, following: str) -> _Tail:
        """Branches without labels: one jump after all of them if every one falls."""
        tails = [self._tail(block, following) for block in tree.blocks(last)]
        falls = all(tail.falls for tail in tails)
        blocks = tuple(
            (*tail.block, self._jump(following, last.span))
            if tail.falls and not falls
            else tail.block
            for tail in tails
        )
        steps = [step for tail in tails for step in tail.steps]
        return _Tail((tree.with_blocks(last, blocks),), steps, falls)

    def _labelled_branches(self, last: tree.If | tree.Either, following: str) -> _Tail:
        blocks: list[tree.Block] = []
        inner: list[Step] = []
        labelled_steps: list[Step] = []
        for block in tree.blocks(last):
            prefix, labelled = _split(block)
            target = _label(labelled[0]) if labelled else following
            tail = self._tail_with_jump(prefix, target, last.span)
            blocks.append(tail.block)
            labelled_steps += self.steps(labelled, following)
            if isinstance(last, tree.Either):
                # The order in which the TLA+ tools list the actions differs for `either`.
                inner += [*tail.steps, *labelled_steps]
                labelled_steps = []
            else:
                inner += tail.steps
        return _Tail((tree.with_blocks(last, tuple(blocks)),), [*labelled_steps, *inner], False)

    # ---- pc and stack ----

    def _indexed(self, name: str, span: Span) -> tla.Expr:
        """`pc` or `stack` of the process that takes the step."""
        ref = tla.Ref(name, span=span)
        return ref if self.own is None else tla.Index(ref, (self.own,), span=span)

    def _check_pc(self, label: str, first: tree.Stmt) -> tree.Stmt:
        assert first.label is not None
        span = first.label.span
        text = tla.String(label, span=span)
        return tree.Await(tla.Infix("=", self._indexed("pc", span), text, span=span), span=span)

    def _jump(self, label: str, span: Span) -> tree.Stmt:
        return _assign(span, ("pc", tla.String(label, span=span)))

    def _head(self, field: str, span: Span) -> tla.Expr:
        """`Head(stack).field`."""
        top = tla.Ref("Head", (self._indexed("stack", span),), span=span)
        return tla.Dot(top, field, span=span)

    def _frame(
        self, procedure: tree.Procedure, pc: tla.Expr, below: tla.Expr, span: Span
    ) -> tla.Expr:
        """A stack with a frame that saves the variables of `procedure`."""
        saved = [d.name.name for d in (*procedure.locals, *procedure.params)]
        record = tla.Record(
            (
                tla.Field("procedure", tla.String(procedure.name.name, span=span), span=span),
                tla.Field("pc", pc, span=span),
                *(tla.Field(name, tla.Ref(name, span=span), span=span) for name in saved),
            ),
            span=span,
        )
        return tla.Infix("\\o", tla.Tuple((record,), span=span), below, span=span)

    def _call(self, call: tree.Call, after: tla.Expr) -> tree.Block:
        procedure = self._callee(call)
        if procedure is None:
            return ()
        span = call.span
        stack = self._frame(procedure, after, self._indexed("stack", span), span)
        return (
            _assign(span, ("stack", stack), *self._passed(call, procedure)),
            *self._enter(procedure, span),
        )

    def _passed(self, call: tree.Call, procedure: tree.Procedure) -> list[tuple[str, tla.Expr]]:
        names = [d.name.name for d in procedure.params]
        return list(zip(names, call.args, strict=True))

    def _enter(self, procedure: tree.Procedure, span: Span) -> tree.Block:
        """Initialise the procedure's variables and go to its first label."""
        initial = tuple(_assign(span, (d.name.name, initial_value(d))) for d in procedure.locals)
        if not procedure.body:
            return initial
        return (*initial, self._jump(_label(procedure.body[0]), span))

    def _callee(self, call: tree.Call) -> tree.Procedure | None:
        procedure = self.procedures.get(call.procedure.name)
        if procedure is None:
            self._complain(
                "pcal-unknown-procedure",
                f"there is no procedure `{call.procedure.name}`",
                call.procedure.span,
            )
            return None
        if len(procedure.params) != len(call.args):
            self._complain(
                "pcal-argument-count",
                f"procedure `{procedure.name.name}` takes {len(procedure.params)} arguments, "
                f"{len(call.args)} are given",
                call.span,
                Note("the procedure", procedure.name.span),
            )
            return None
        return procedure

    def _back(self, statement: tree.Return) -> tree.Block:
        span = statement.span
        if self.current is None:
            self._outside(span)
            return ()
        declared = (*self.current.locals, *self.current.params)
        tail = tla.Ref("Tail", (self._indexed("stack", span),), span=span)
        return (
            _assign(span, ("pc", self._head("pc", span))),
            *(_assign(span, (d.name.name, self._head(d.name.name, span))) for d in declared),
            _assign(span, ("stack", tail)),
        )

    def _call_and_return(self, call: tree.Call) -> tree.Block:
        """A call that gives its own frame to the procedure called."""
        assert call.then is not None
        procedure = self._callee(call)
        if self.current is None:
            self._outside(call.then.span)
            return ()
        if procedure is None:
            return ()
        span = call.span
        parts = self._passed(call, procedure)
        if procedure.name.name != self.current.name.name:
            tail = tla.Ref("Tail", (self._indexed("stack", span),), span=span)
            stack = self._frame(procedure, self._head("pc", span), tail, span)
            own = (d.name.name for d in self.current.locals)
            restored = [(name, self._head(name, span)) for name in own]
            parts = [*restored, ("stack", stack), *parts]
        first = (_assign(span, *parts),) if parts else ()
        return (*first, *self._enter(procedure, span))

    def _outside(self, span: Span) -> None:
        self._complain("pcal-return-outside", "this `return` is outside a procedure", span)

    def _complain(self, code: str, message: str, span: Span, *notes: Note) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, None, notes))


def initial_value(declaration: tree.Declaration) -> tla.Expr:
    """The initial value of a variable, or the constant for uninitialised variables."""
    return declaration.value or tla.Ref("defaultInitValue", span=declaration.span)


def _assign(span: Span, *parts: tuple[str, tla.Expr]) -> tree.Stmt:
    return tree.Assign(
        tuple(
            tree.Assignment(tla.Ident(name, span=span), (), value, span=span)
            for name, value in parts
        ),
        span=span,
    )


def _label(statement: tree.Stmt) -> str:
    assert statement.label is not None
    return statement.label.name


def _split(block: tree.Block) -> tuple[tree.Block, tree.Block]:
    """The statements before the first label, and the rest."""
    at = next((i for i, s in enumerate(block) if s.label), len(block))
    return block[:at], block[at:]


def _at_labels(block: tree.Block) -> list[tree.Block]:
    """The block cut before each of its labels."""
    cuts = [i for i, s in enumerate(block) if s.label]
    return [block[a:b] for a, b in pairwise([*cuts, len(block)])]
