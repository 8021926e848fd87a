"""The units of a model: processes, claims, formulas, and the declarations around them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from holdfast.front.promela.expression_nodes import Expr, Run
from holdfast.front.promela.read.cursor import SyntaxFault
from holdfast.front.promela.read.labels import Labels
from holdfast.front.promela.read.names import Process
from holdfast.front.promela.read.places import symbol_of
from holdfast.front.promela.read.runs import subexpressions
from holdfast.front.promela.read.tokens import C_WORDS, TYPE_WORDS, Token
from holdfast.front.promela.read.user_types import UserTypes
from holdfast.front.promela.tree import (
    Claim,
    Declaration,
    LtlProperty,
    MtypeList,
    Proctype,
    Statements,
    Typedef,
)

_STARTS = (
    frozenset(
        "active proctype D_proctype init never ltl trace notrace typedef inline hidden show local"
        " end".split()
    )
    | TYPE_WORDS
)
_MOST_PROCESSES = 255


@dataclass(slots=True)
class Parts:
    """The units that have been read; `formulas` are read last, since they may refer to all."""

    mtypes: list[MtypeList] = field(default_factory=list)
    typedefs: list[Typedef] = field(default_factory=list)
    globals: list[Declaration] = field(default_factory=list)
    proctypes: list[tuple[Proctype, Labels]] = field(default_factory=list)
    claims: list[tuple[Claim, Labels]] = field(default_factory=list)
    ltl: list[LtlProperty] = field(default_factory=list)
    formulas: list[tuple[Token, str, list[Token]]] = field(default_factory=list)


class Units(UserTypes):
    """Reads the units of a model."""

    def units(self) -> Parts:
        """Read all units; after an error, reading continues with the next unit."""
        parts = Parts()
        self.begin()
        while not self.at("end"):
            before = self.index
            try:
                self._unit(parts)
            except SyntaxFault:
                self._next_unit(before)
        for start, name, tokens in parts.formulas:
            self._formula(parts, start, name, tokens)
        return parts

    def _next_unit(self, before: int) -> None:
        """Skip to the start of a unit, outside of braces."""
        self._reset()
        depth = 0
        if self.index == before:
            self.advance()
        while not self.at("end"):
            depth += self.at("{") - self.at("}")
            starts = self.token.kind in _STARTS or self.at_declaration()
            if depth <= 0 and starts and self.token.breaks:
                break
            self.advance()
        self._reset()

    def _reset(self) -> None:
        self.in_sequence = self.in_trace = self.temporal = self.has_bad_token = False
        self.parentheses = self.depth = self.d_step = 0
        self.initial = True
        self.process = None
        self.out, self.following, self.loops = [], [], []

    def _unit(self, parts: Parts) -> None:
        match self.token.kind:
            case ";" | "->":
                self.advance()
            case "active" | "proctype" | "D_proctype":
                parts.proctypes.append(self._proctype())
            case "init":
                parts.proctypes.append(self._init())
            case "never":
                parts.claims.append(self._never(len(parts.claims)))
            case "trace" | "notrace":
                parts.claims.append(self._trace())
            case "ltl":
                self._defer_formula(parts)
            case "typedef":
                parts.typedefs.append(self.typedef())
            case "inline":
                self.inline()
            case "mtype" if self._at_mtype_list():
                parts.mtypes.append(self.mtype_list())
            case kind if kind in C_WORDS:
                self.refuse_c()
            case _ if self.at_declaration():
                declared, _ = self.declaration()
                parts.globals += declared
            case _:
                self.fail("expected a declaration, a process or a formula")

    def _at_mtype_list(self) -> bool:
        ahead = [self.peek(i).kind for i in (1, 2, 3, 4)]
        if ahead[0] == ":":
            ahead = ahead[2:]
        return ahead[0] == "{" or ahead[:2] == ["=", "{"]

    # ---- processes ----

    def _proctype(self) -> tuple[Proctype, Labels]:
        start = self.token
        copies = self._copies()
        if not self.at("proctype", "D_proctype"):
            self.fail("expected `proctype` after `active`")
        deterministic = self.advance().kind == "D_proctype"
        name = self.name("of a process type")
        process = self._begin(name)
        opening = self.expect("(", f"after `proctype {name.text}`")
        process.params += self._params()
        self.close(opening, ")")
        priority = self.priority()
        provided = self._provided()
        body, labels = self._body(process)
        found = Proctype(
            process.name,
            tuple(process.params),
            tuple(process.locals),
            body,
            copies,
            priority,
            provided,
            deterministic,
            span=self.since(start.span),
        )
        return found, labels

    def _begin(self, name: Token, is_claim: bool = False) -> Process:
        """A process, declared under its name."""
        process = Process(name.text, name.span, is_claim)
        if self.free(name):
            self.names.globals[name.text] = process
        self.process = process
        return process

    def _copies(self) -> int:
        if not self.take("active"):
            return 0
        if not self.at("["):
            return 1
        opening = self.advance()
        start = self.token.span
        count = self.constant("the number of processes")
        span = self.since(start)
        self.close(opening, "]")
        if not 0 <= count <= _MOST_PROCESSES:
            message = f"there are at most {_MOST_PROCESSES} processes"
            self.report("promela-constant", message, span)
            return 1
        return count

    def _params(self) -> list[Declaration]:
        params: list[Declaration] = []
        while not self.at(")"):
            if not self.at_declaration():
                help = f"write its type: `byte {self.token.text}`" if self.at("name") else None
                self.fail("expected the declaration of a parameter", help=help)
            declared, _ = self.declaration()
            for found in declared:
                symbol = replace(found.symbol, parameter=True)
                self._check_param(found)
                assert self.process is not None
                self.process.scopes[0][symbol.name] = symbol
                params.append(replace(found, symbol=symbol))
            if not self.take(";"):
                break
        if self.at(","):
            help = "parameters of different types are separated by `;`"
            self.fail("expected `;` or `)`", help=help)
        return params

    def _check_param(self, found: Declaration) -> None:
        name = found.symbol.name
        if found.initial is not None or found.channel is not None or found.elements:
            message = f"the parameter `{name}` has an initialiser"
            self.report("promela-misplaced", message, found.span)
        if found.symbol.length is not None:
            message = f"the parameter `{name}` is an array"
            self.report("promela-type", message, found.span, "use a record with an array")

    def _provided(self) -> Expr | None:
        if not self.take("provided"):
            return None
        found = self.parenthesised("after `provided`")
        for e in subexpressions(found):
            symbol = symbol_of(e)
            if isinstance(e, Run) or (symbol is not None and symbol.proctype is not None):
                message = "the condition of `provided` can refer only to globals and `_pid`"
                self.report("promela-provided", message, e.span)
        return found

    def _init(self) -> tuple[Proctype, Labels]:
        start = self.advance()
        process = self._begin(start._replace(text="init"))
        priority = self.priority()
        body, labels = self._body(process)
        locals = tuple(process.locals)
        span = self.since(start.span)
        return Proctype("init", (), locals, body, 1, priority, span=span), labels

    def _body(self, process: Process) -> tuple[Statements, Labels]:
        """Read the statements of a process, in braces."""
        if not self.at("{"):
            self.fail("expected `{` before the statements of a process")
        opening = self.advance()
        labels = self.labels = Labels()
        process.scopes.append({})
        self.in_sequence = True
        self.initial = True
        self.parentheses = 0
        body = self.sequence()
        self.in_sequence = False
        self.initial = True
        process.scopes[1:] = []
        process.complete = True
        self.process = None
        self.close(opening, "}")
        return body, labels

    def _never(self, number: int) -> tuple[Claim, Labels]:
        start = self.advance()
        name = self.advance() if self.at("name") else start._replace(text=f"never_{number}")
        return self._claim(start, name, "never")

    def _trace(self) -> tuple[Claim, Labels]:
        start = self.advance()
        kind: Literal["trace", "notrace"] = "trace" if start.kind == "trace" else "notrace"
        self.in_trace = True
        found = self._claim(start, start, kind)
        self.in_trace = False
        return found

    def _claim(
        self, start: Token, name: Token, kind: Literal["never", "trace", "notrace"]
    ) -> tuple[Claim, Labels]:
        process = self._begin(name, is_claim=True)
        body, labels = self._body(process)
        locals = tuple(process.locals)
        span = self.since(start.span)
        return Claim(kind, name.text, body, locals, span=span), labels

    # ---- formulas ----

    def _defer_formula(self, parts: Parts) -> None:
        start = self.advance()
        name = f"ltl_{sum(1 for _, n, _ in parts.formulas if n.startswith('ltl_'))}"
        if self.at("name"):
            token = self.advance()
            name = token.text
            if any(n == name for _, n, _ in parts.formulas):
                message = f"the formula `{name}` is declared twice"
                self.report("promela-duplicate", message, token)
        if not self.at("{"):
            self.fail("expected `{` before a formula")
        parts.formulas.append((start, name, self.raw_braces()))

    def _formula(self, parts: Parts, start: Token, name: str, tokens: list[Token]) -> None:
        end = tokens[-1]
        self.restart([*tokens, Token("end", "", end.span)])
        try:
            opening = self.advance()
            formula = self.formula()
            self.separators()
            self.close(opening, "}")
        except SyntaxFault:
            return
        span = self.since(start.span)
        parts.ltl.append(LtlProperty(name, formula, span=span))

    def restart(self, tokens: list[Token]) -> None:
        """Read other tokens, outside of processes."""
        self._reset()
        self.tokens = tokens
        self.index = 0
        self.before = self.token = tokens[0]
