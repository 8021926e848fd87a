"""Reads a Promela program. Statements end with `;` or `->`, never with a line alone."""

from __future__ import annotations

from dataclasses import replace

from tests.promela.evaluator.expression_parser import ExpressionParser
from tests.promela.evaluator.tokens import read_arguments, read_tokens, substitute
from tests.promela.evaluator.tree import (
    Assert,
    Assign,
    Binary,
    Block,
    Body,
    Break,
    ChannelInit,
    Choice,
    Condition,
    Declaration,
    Else,
    Expr,
    Goto,
    Labelled,
    Number,
    Print,
    Process,
    Program,
    Ref,
    Send,
    Statement,
    Unless,
)

TYPES = ("bit", "bool", "byte", "pid", "short", "int", "unsigned", "mtype", "chan")
ENDS = ("}", "::", "fi", "od")


def read_program(text: str) -> Program:
    """The tree of a program."""
    return Parser(read_tokens(text)).read()


class Parser(ExpressionParser):
    """Reads declarations, processes and statements."""

    def __init__(self, tokens: list[str]) -> None:
        super().__init__(tokens)
        self.inlines: dict[str, tuple[list[str], list[str]]] = {}
        self.subtypes: dict[str, int] = {}  # how many names each kind of mtype has
        self.process: Process | None = None
        self.starting = False  # whether declarations are initialised with the process
        self.counter = 0
        self.inlining = 0

    def read(self) -> Program:
        while self.token:
            if self.accept(";"):
                continue
            if self.token == "mtype" and self.is_name_list():
                self.read_names()
            elif self.accept("typedef"):
                name = self.take()
                self.expect("{")
                fields = self.declarations("}")
                self.expect("}")
                self.program.types[name] = tuple(fields)
            elif self.accept("inline"):
                self.read_inline()
            elif self.accept("ltl"):
                self.skip_braces()
            elif self.token in ("active", "proctype", "init"):
                self.read_process()
            else:
                self.program.variables += self.declarations()
        return self.program

    def is_name_list(self) -> bool:
        rest = self.tokens[self.position + 1 : self.position + 5]
        return rest[:1] == ["{"] or rest[:2] == ["=", "{"] or (rest[0] == ":" and "{" in rest)

    def read_names(self) -> None:
        self.take()
        kind = self.take() and self.take() if self.token == ":" else ""
        self.accept("=")
        self.expect("{")
        names = []
        while not self.accept("}"):
            names.append(self.take())
            self.accept(",")
        known = self.subtypes.get(kind, 0)
        self.subtypes[kind] = known + len(names)
        for number, name in enumerate(reversed(names)):
            self.program.names[name] = known + number + 1

    def read_inline(self) -> None:
        name = self.take()
        parameters, self.position = read_arguments(self.tokens, self.position)
        start = self.position
        self.skip_braces()
        body = self.tokens[start : self.position]
        self.inlines[name] = ([one for [one] in parameters], body)

    def skip_braces(self) -> None:
        while self.token != "{":
            self.take()
        depth = 0
        while True:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return

    def declarations(self, *ends: str) -> list[Declaration]:
        """Declarations up to one of `ends`, or the next one if there are none."""
        found = self.declaration()
        while ends and self.token not in ends:
            if not self.accept(";"):
                found += self.declaration()
        return found

    def declaration(self) -> list[Declaration]:
        self.accept("hidden", "local", "show")
        kind = self.take()
        if kind == "mtype" and self.accept(":"):
            self.take()
        found = [self.declarator(kind)]
        while self.accept(","):
            found.append(self.declarator(kind))
        return found

    def declarator(self, kind: str) -> Declaration:
        name = self.take()
        bits, size = 0, None
        init: Expr | ChannelInit | None = None
        if self.accept(":"):
            bits = self.constant()
        if self.accept("["):
            size = self.constant()
            self.expect("]")
        if self.accept("="):
            init = self.channel_init() if self.token == "[" else self.expression()
        return Declaration(name, kind, bits, size, init)

    def channel_init(self) -> ChannelInit:
        self.expect("[")
        capacity = self.constant()
        self.expect("]")
        self.expect("of")
        self.expect("{")
        fields = []
        while not self.accept("}"):
            fields.append(self.take())
            if self.accept(":"):
                self.take()
            self.accept(",")
        return ChannelInit(capacity, tuple(fields))

    def read_process(self) -> None:
        active, parameters = 0, list[Declaration]()
        if self.accept("init"):
            name, active = "init", 1
        else:
            if self.accept("active"):
                active = 1
                if self.accept("["):
                    active = self.constant()
                    self.expect("]")
            self.expect("proctype")
            name = self.take()
            self.expect("(")
            if self.token != ")":
                parameters = self.declarations(")")
            self.expect(")")
        provided = None
        if self.accept("provided"):
            provided = self.expression()
        self.process = Process(name, tuple(parameters), active, provided)
        self.program.processes.append(self.process)
        self.scopes = [{one.name: one.name for one in parameters}]
        self.expect("{")
        self.starting = True
        self.process.body = self.sequence()
        self.expect("}")
        self.scopes = []

    def sequence(self) -> Body:
        """Statements up to the end of a block or an option."""
        self.scopes.append({})
        body: list[Labelled] = []
        while self.token not in ENDS:
            if not self.accept(";", "->"):
                body += self.step_or_declaration()
        self.scopes.pop()
        return tuple(body)

    def nested(self) -> Body:
        """A sequence in which a declaration is a step."""
        self.starting = False
        return self.sequence()

    def step_or_declaration(self) -> list[Labelled]:
        kinds = (*TYPES, *self.program.types)
        if self.token in kinds or (self.token in ("hidden", "local", "show")):
            return [step for one in self.declaration() for step in self.declare(one)]
        labels = []
        while self.following == ":" and self.token.isidentifier():
            labels.append(self.take())
            self.expect(":")
        statements = [Condition(Number(1))] if self.token in ENDS else self.statement()
        if labels and isinstance(statements[0], Unless):
            raise SyntaxError("an unless has a label")
        self.starting = False
        *before, last = [Labelled((), one) for one in statements]
        return [*before, replace(last, labels=tuple(labels))]

    def declare(self, declared: Declaration) -> list[Labelled]:
        """Declare a local variable; the steps that this takes."""
        assert self.process is not None
        self.counter += 1
        unique = f"{declared.name}#{self.counter}"
        self.scopes[-1][declared.name] = unique
        declared = replace(declared, name=unique)
        self.process.declarations.append(declared)
        if self.starting or isinstance(declared.init, ChannelInit):
            self.process.starting.append(declared)
            return []
        if declared.type in self.program.types:
            return [Labelled((), Assert(Number(1)))]  # a step that changes nothing
        index = None if declared.size is None else Number(0)
        value = Number(0) if declared.init is None else declared.init
        return [Labelled((), Assign(Ref(((unique, index),)), value))]

    def statement(self) -> list[Statement]:
        """A statement; `for` and `select` are several."""
        if self.token in ("for", "select"):
            return self.range_statement(self.take())
        one = self.single_statement()
        if self.accept("unless"):
            escape = self.single_statement()
            return [Unless(_as_body(one), _as_body(escape))]
        return [one]

    def single_statement(self) -> Statement:
        match self.token:
            case "{" | "atomic" | "d_step":
                kind = "" if self.token == "{" else self.take()
                self.expect("{")
                body = self.nested()
                self.expect("}")
                return Block(kind, body)
            case "if" | "do":
                repeats = self.take() == "do"
                options = []
                while self.accept("::"):
                    options.append(self.nested())
                self.expect("od" if repeats else "fi")
                return Choice(tuple(map(_without_repeated_skips, options)), repeats)
            case "goto":
                self.take()
                return Goto(self.take())
            case "break":
                self.take()
                return Break()
            case "else":
                self.take()
                return Else()
            case "assert":
                self.take()
                return Assert(self.expression())
            case "printf" | "printm":
                self.take()
                _, self.position = read_arguments(self.tokens, self.position)
                return Print()
            case name if name in self.inlines:
                return self.call_inline()
            case _:
                return self.simple_statement()

    def call_inline(self) -> Statement:
        parameters, body = self.inlines[self.take()]
        arguments, end = read_arguments(self.tokens, self.position)
        expanded = substitute(body, dict(zip(parameters, arguments, strict=True)))
        self.tokens[self.position : end] = expanded
        self.inlining += 1
        statement = self.single_statement()
        self.inlining -= 1
        return statement

    def simple_statement(self) -> Statement:
        start = self.position
        if (self.token[:1].isalpha() or self.token[:1] == "_") and self.token != "run":
            target = self.reference()
            match self.token:
                case "=":
                    self.take()
                    return Assign(target, self.expression())
                case "++" | "--":
                    op = self.take()[0]
                    return Assign(target, Binary(op, target, Number(1)))
                case "!" | "!!":
                    ordered = self.take() == "!!"
                    return Send(target, self.message(), ordered)
                case "?" | "??" if self.following != "[":
                    return self.receive(target)
            self.position = start
        return Condition(self.expression())

    def message(self) -> tuple[Expr, ...]:
        found = [self.expression()]
        while self.token in (",", "("):
            self.take()
            found.append(self.expression())
            self.accept(")")
        return tuple(found)

    def range_statement(self, kind: str) -> list[Statement]:
        self.expect("(")
        index = self.reference()
        self.expect(":")
        first = self.expression()
        self.expect("..")
        last = self.expression()
        self.expect(")")
        if kind == "select" and self.selects_by_choice(index, first, last):
            return [_selection(index, first, last)]
        ready = Condition(Binary("<=" if kind == "for" else "<", index, last))
        count = Assign(index, Binary("+", index, Number(1)))
        body: Body = ()
        leave: Body = (Labelled((), Break()),)
        if kind == "for":
            leave = (Labelled((), Else()), *leave)
            self.expect("{")
            body = self.nested()
            self.expect("}")
        again = (Labelled((), ready), *body, Labelled((), count))
        return [Assign(index, first), Choice((leave, again), True)]

    def selects_by_choice(self, index: Ref, first: Expr, last: Expr) -> bool:
        """Whether Spin's lexer replaces this `select` by a choice."""
        name = index.path[0][0].partition("#")[0]
        plain = len(index.path) == 1 and index.path[0][1] is None and name.isalnum()
        match first, last:
            case Number(low), Number(high):
                return plain and not self.inlining and 0 <= high - low <= 32
            case _:
                return False


def _selection(index: Ref, first: Expr, last: Expr) -> Choice:
    assert isinstance(first, Number)
    assert isinstance(last, Number)
    values = range(first.value, last.value + 1)
    return Choice(tuple((Labelled((), Assign(index, Number(value))),) for value in values), False)


def _as_body(statement: Statement) -> Body:
    if isinstance(statement, Block) and not statement.kind:
        return statement.body
    return (Labelled((), statement),)


def _without_repeated_skips(body: Body) -> Body:
    """Drop each `skip` after a `skip` or `printf`, except the first and last statement."""
    kept: list[Labelled] = []
    idle = False
    for number, one in enumerate(body):
        skips = one.statement == Condition(Number(1))
        still = not one.labels and (skips or isinstance(one.statement, Print))
        if idle and still and skips and number < len(body) - 1:
            continue
        kept.append(one)
        idle = still
    return tuple(kept)
