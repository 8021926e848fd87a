"""Text to algorithm: declarations, macros, procedures, processes."""

from __future__ import annotations

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.reader import STATEMENT_WORDS, Stop
from holdfast.front.pluscal.statements import Statements
from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.cursor import SyntaxFault
from holdfast.front.tla.syntax.lexer import Token, tokenize
from holdfast.front.tla.syntax.parser import Parser
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Note, Span

_PARTS = ("variables", "define", "macro", "procedure", "process")
_PART_WORDS = ("variable", *_PARTS)
_ORDER = "variables, define, macros, procedures, processes come in this order"


def parse_algorithm(region: Span, version: int) -> tuple[tree.Algorithm | None, list[Diagnostic]]:
    """The algorithm that begins with the region, and the errors in its text.

    What follows the end of the algorithm in the region is free text.
    """
    source = region.source
    start = source.text.index("algorithm", region.start) + len("algorithm")
    fair = source.text.startswith("--fair", region.start)
    tokens, complaints = tokenize(source, start, region.end, pluscal=True)
    reader = AlgorithmReader(region, tokens, fair, version)
    algorithm = None
    try:
        with deep_recursion():
            algorithm = reader.algorithm()
    except Stop:
        pass
    except SyntaxFault as fault:
        reader.keep(fault.diagnostic)
    end = reader.tokens[reader.index].start
    lexical = [d for d in complaints if d.span and d.span.start < end]
    return algorithm, lexical + reader.diagnostics


class AlgorithmReader(Statements):
    """Reads a whole algorithm."""

    def __init__(self, region: Span, tokens: list[Token], fair: bool, version: int) -> None:
        super().__init__(region.source, tokens)
        self.region = region
        self.fair = fair
        self.version = version
        self.last_part = -1

    def algorithm(self) -> tree.Algorithm:
        """`name variables ... define ... macros, procedures, processes or a body`."""
        if self.token.kind == "{" or self.at_word(*_PART_WORDS, "begin"):
            help = "write one behind `algorithm`: `--algorithm Name`"
            self.give_up("expected the algorithm's name", help=help)
        name = self.name("the algorithm's name")
        opening = self.token
        self.braces = self.take("{")
        variables: list[tree.Declaration] = []
        definitions: list[tla.Unit] = []
        macros: list[tree.Macro] = []
        procedures: list[tree.Procedure] = []
        processes: list[tree.Process] = []
        while True:
            if self.at_word("variable", "variables"):
                self._in_order("variables")
                variables += self._declarations()
            elif self.at_word("define"):
                self._in_order("define")
                definitions += self._define()
            elif self.at_word("macro"):
                self._in_order("macro")
                macros.append(self._macro())
            elif self.at_word("procedure"):
                self._in_order("procedure")
                procedures.append(self._procedure())
            elif self._at_process():
                self._in_order("process")
                processes.append(self._process())
            else:
                break
        body = self._end(opening) if processes else self._main(opening)
        span = Span(self.source, self.region.start, self.tokens[self.index - 1].end)
        return tree.Algorithm(
            name.name,
            self.fair,
            tuple(variables),
            tuple(definitions),
            tuple(macros),
            tuple(procedures),
            tuple(processes),
            body,
            span=span,
        )

    def _in_order(self, part: str) -> None:
        place = _PARTS.index(part)
        again = place == self.last_part and part in ("variables", "define")
        if again or place < self.last_part:
            word = self.token.text
            message = f"`{word}` occurs a second time here" if again else f"`{word}` comes too late"
            self.add("pcal-order", message, self.span_of(self.token), _ORDER)
        self.last_part = max(place, self.last_part)

    def _at_process(self) -> bool:
        if self.at_word("process"):
            return True
        after = self.peek(2) if self.peek().text == "+" else self.peek()
        return self.at_word("fair") and after.text == "process"

    def _main(self, opening: Token) -> tree.Block:
        """The body of an algorithm without processes, and the end of the algorithm."""
        if self.version == 1500 and self.take_word("fair"):
            self.fair = True
            if self.at_op("+"):
                self.advance()
        body = self._begin_to_end("algorithm", self.token)
        if self.braces:
            self._close_algorithm(opening)
        return body

    def _end(self, opening: Token) -> tree.Block:
        """The end of an algorithm with processes."""
        if self.at_word("macro", "procedure", "define", "variable", "variables"):
            self.complain("expected a process or the end", code="pcal-order", help=_ORDER)
        if self.braces:
            self._close_algorithm(opening)
        else:
            self.close_block("algorithm", self.tokens[0])
        return ()

    def _close_algorithm(self, opening: Token) -> None:
        if not self.take("}"):
            note = Note("to close this `{`", self.span_of(opening))
            self.complain("expected `}` at the end of the algorithm", notes=(note,))

    def _begin_to_end(self, word: str, opening: Token) -> tree.Block:
        """`begin statements end word`, or statements in braces."""
        if not self.braces:
            if self.at("{"):
                self._mixed("expected `begin`")
            if self.at_word("begin"):
                opening = self.advance()
            else:
                self.complain("expected `begin` before the statements", code="pcal-missing-begin")
            body = self.block()
            if not body and not self.damaged:
                self.add("pcal-empty-block", "no statement follows", self.span_of(opening))
            self.close_block(word, opening)
            return body
        if self.at_word("begin"):
            self._mixed("`begin` belongs to the P-syntax")
        opening = self.token
        if not self.take("{"):
            self.complain("expected `{` before the statements")
        body = self.block()
        if not body and not self.damaged:
            self.complain("expected a statement", code="pcal-empty-block")
        if not self.take("}"):
            self._unclosed("}", opening)
        return body

    # ---- declarations ----

    def _declarations(self, plain: bool = False) -> list[tree.Declaration]:
        """`variables x = 1, y \\in S;`; with `plain`, those of a procedure."""
        word = self.advance()
        result: list[tree.Declaration] = []
        while not (self.at("{") or self.at("end") or self.at_word("begin", "fair", *_PART_WORDS)):
            if self._statement_begins():
                break
            try:
                result.append(self._declaration(plain))
                self._separator(result[-1])
            except SyntaxFault as fault:
                self.keep(fault.diagnostic)
                self._skip_declaration(fault.diagnostic.span)
        if not result:
            self.add("pcal-syntax", "no variable is declared here", self.span_of(word))
        return result

    def _statement_begins(self) -> bool:
        """Whether `begin` was forgotten: a label, an assignment or a statement follows."""
        after = self.peek()
        assigned = after.text == ":=" and self.peek(3).kind != ","
        labelled = after.kind == ":"
        is_statement = self.at_word(*STATEMENT_WORDS) and self.token.kind == "word"
        return is_statement or (self.token.kind == "name" and labelled and not assigned)

    def _declaration(self, plain: bool) -> tree.Declaration:
        name = self.name("a variable's name")
        value: tla.Expr | None = None
        member = False
        if self.token.text in ("=", "\\in", "==", ":="):
            operator = self.token
            member = self.equals_or_in(f"after `{name.name}`")
            value = self.expression("an initial value")
            if member and plain:
                self.add(
                    "pcal-procedure-variable",
                    "a variable of a procedure has one initial value, not a set of them",
                    self.span_of(operator),
                    "write `=`, and choose the value with `with` in the body",
                )
        return tree.Declaration(name, value, member, span=self.span_from(name.span.start))

    def _separator(self, declared: tree.Declaration) -> None:
        """Step over `,` or `;`; it may be omitted before most tokens."""
        if self.take(",") or self.take(";") or self.at("end"):
            return
        # The TLA+ tools read `{` and `macro` as parts of an initial value that is not closed.
        open_value = declared.value is not None and (self.at("{") or self.at_word("macro"))
        if not open_value and (self.at("{") or self.at_word("begin", "fair", *_PART_WORDS)):
            return
        if open_value or self.token.kind == "name":
            note = Note("what follows begins here", self.span_of(self.token))
            self.add(
                "pcal-missing-semicolon",
                "`;` or `,` is missing after the declaration that ends here",
                self.span_of(self.tokens[self.index - 1]),
                notes=(note,),
            )
            return
        self.give_up("expected `;` or `,` after the declaration")

    def _skip_declaration(self, mistake: Span | None) -> None:
        """Skip the declaration that contains the error."""
        while not (self.at("end") or self.at_word("begin", "process", "fair", *_PART_WORDS)):
            if self.braces and self.at("{") and mistake and self.token.start > mistake.start:
                return
            past = mistake is None or self.token.start >= mistake.start
            if self.take(";") or (past and self.take(",")):
                return
            self.advance()

    def _define(self) -> tuple[tla.Unit, ...]:
        """The definitions between `define` and `end define`, or in braces."""
        word = self.advance()
        if self.braces:
            word = self.token
            self.need("{", "after `define`")
        stop = self._end_of_define()
        last = self.tokens[stop]
        inner = [*self.tokens[self.index : stop], last._replace(kind="end", text="")]
        parser = Parser(self.source, inner)
        units = parser.units()
        for diagnostic in parser.diagnostics:
            self.keep(diagnostic)
        self.move_to(stop)
        if self.braces:
            if not self.take("}"):
                self._unclosed("}", word)
        else:
            self.close_block("define", word)
        self.end_statement()
        return units

    def _end_of_define(self) -> int:
        depth = 0
        for index in range(self.index, len(self.tokens)):
            token = self.tokens[index]
            if self.braces:
                depth += (token.kind == "{") - (token.kind == "}")
                if depth < 0:
                    return index
            elif token.kind == "word" and token.text == "end":
                return index
        return len(self.tokens) - 1

    # ---- macros, procedures, processes ----

    def _macro(self) -> tree.Macro:
        word = self.advance()
        name = self.name("the macro's name")
        opening = self.expect("(", f"after the macro's name `{name.name}`")
        params: list[tla.Ident] = []
        while not self.at(")"):
            params.append(self.name("a parameter"))
            if not self.take(","):
                break
        self.close(opening)
        self.in_macro = True
        body = self._begin_to_end("macro", word)
        self.in_macro = False
        span = self.span_from(word.start)
        self.take(";")
        return tree.Macro(name, tuple(params), body, span=span)

    def _procedure(self) -> tree.Procedure:
        word = self.advance()
        name = self.name("the procedure's name")
        opening = self.expect("(", f"after the procedure's name `{name.name}`")
        params: list[tree.Declaration] = []
        while not self.at(")"):
            params.append(self._declaration(plain=True))
            if not self.take(","):
                break
        self.close(opening)
        locals = self._locals(plain=True)
        body = self._begin_to_end("procedure", word)
        span = self.span_from(word.start)
        self.take(";")
        return tree.Procedure(name, tuple(params), locals, body, span=span)

    def _locals(self, plain: bool) -> tuple[tree.Declaration, ...]:
        if self.at_word("variable", "variables"):
            return tuple(self._declarations(plain))
        return ()

    def _process(self) -> tree.Process:
        fairness: tree.Fairness = ""
        if self.take_word("fair"):
            fairness = "wf"
            if self.at_op("+"):
                self.advance()
                fairness = "sf"
        word = self.advance()
        opening = self.token
        if self.braces:
            self.need("(", "after `process`")
        name = self.name("the process's name")
        many = self.equals_or_in("after the process's name")
        id = self.expression("the identifier of the process, or the set of them")
        if self.braces and not self.take(")"):
            note = Note("to close this", self.span_of(opening))
            self.complain("expected `)`", notes=(note,))
        locals = self._locals(plain=False)
        body = self._begin_to_end("process", word)
        span = self.span_from(word.start)
        self.take(";")
        return tree.Process(name, many, id, fairness, locals, body, span=span)
