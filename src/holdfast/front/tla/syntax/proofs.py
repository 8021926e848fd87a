"""Reads theorems, assumptions and the proof language."""

from __future__ import annotations

import re

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.definitions import Definitions
from holdfast.front.tla.syntax.lexer import Token

_STEP_LEVEL = re.compile(r"<([0-9]+|[*+])>")
_PROOF_WORDS = frozenset(("BY", "PROOF", "OBVIOUS", "OMITTED"))
_NEW_LEVELS = frozenset(("CONSTANT", "VARIABLE", "STATE", "ACTION", "TEMPORAL"))


class Proofs(Definitions):
    """Theorems and their proofs; the steps are kept, not interpreted."""

    levels: list[int]
    """The level of each proof that is being read, outermost first; -1 before its first step."""

    def assume(self) -> tree.Assume:
        """`ASSUME`, `ASSUMPTION` or `AXIOM`."""
        kind = self.advance()
        name = self._unit_name()
        body = self.expression()
        return tree.Assume(kind.text, name, body, span=self.span_from(kind.start))

    def theorem(self) -> tree.Theorem:
        """A theorem, and its proof if it has one."""
        kind = self.advance()
        self.levels = []
        name = self._unit_name()
        body = self._claim_body()
        proof = self._proof() if self._begins_proof() else None
        return tree.Theorem(kind.text, name, body, proof, span=self.span_from(kind.start))

    def _unit_name(self) -> tree.Ident | None:
        if self.at("name") and self.peek().kind == "==":
            name = self.ident("of the statement")
            self.advance()
            return name
        return None

    # ---- statements ----

    def _claim_body(self) -> tree.Expr:
        """An expression or `ASSUME ... PROVE`, perhaps labelled."""
        if self.token.kind in ("ASSUME", "[]ASSUME"):
            return self._assume_prove()
        if self.at("name") and self.peek().kind == "::" and self.peek(2).kind == "ASSUME":
            name = self.advance()
            self.advance()
            body = self._assume_prove()
            return tree.Label(name.text, (), body, span=self.span_from(name.start))
        return self.expression()

    def _assume_prove(self) -> tree.Expr:
        start = self.advance()
        assumptions = self.comma_list(self._assumption)
        boxed = start.kind == "[]ASSUME"
        self.expect("[]PROVE" if boxed else "PROVE", "after the assumptions")
        goal = self.expression()
        return tree.AssumeProve(assumptions, goal, boxed, span=self.span_from(start.start))

    def _assumption(self) -> tree.Expr | tree.New:
        if self.token.kind != "NEW" and self.token.kind not in _NEW_LEVELS:
            return self._claim_body()
        start = self.token
        self.take("NEW")
        level = self.advance().text if self.token.kind in _NEW_LEVELS else ""
        param = self.param()
        domain = None
        if self.at_op("\\in") and param.arity == 0 and level in ("", "CONSTANT"):
            self.advance()
            domain = self.expression()
        return tree.New(level, param, domain, span=self.span_from(start.start))

    def _statement(self) -> tree.Statement:
        start = self.token
        match start.kind:
            case "USE" | "HIDE":
                return self.use_or_hide()
            case "INSTANCE":
                return self.instance(False)
            case "QED":
                self.advance()
                return tree.Qed(span=self.span_of(start))
            case "TAKE":
                self.advance()
                bounds = self.bounds()
                return tree.Take(bounds, span=self.span_from(start.start))
            case "PICK":
                self.advance()
                bounds = self.bounds()
                self.expect(":", "after the bounds of PICK")
                body = self.expression()
                return tree.Pick(bounds, body, span=self.span_from(start.start))
            case "HAVE" | "CASE" | "SUFFICES" | "WITNESS":
                return self._keyword_claim()
            case _:
                return self._define_or_claim()

    def _keyword_claim(self) -> tree.Claim:
        start = self.advance()
        if start.kind == "WITNESS":
            items = self.comma_list(self.expression)
        elif start.kind == "SUFFICES":
            items = (self._claim_body(),)
        else:
            items = (self.expression(),)
        return tree.Claim(start.kind, items, span=self.span_from(start.start))

    def _define_or_claim(self) -> tree.Statement:
        start = self.token
        if self.take("DEFINE") or self.definition_begins(self.index):
            units = self.let_units()
            return tree.Define(units, span=self.span_from(start.start))
        body = self._claim_body()
        return tree.Claim("", (body,), span=self.span_from(start.start))

    # ---- proofs ----

    def _begins_proof(self) -> bool:
        token = self.token
        if token.kind in _PROOF_WORDS:
            return True
        if token.kind != "step":
            return False
        if not self.levels:
            return True
        level = _level_of(token)
        current = self.levels[-1]
        return level == "+" or (level != "*" and current >= 0 and int(level) > current)

    def _proof(self) -> tree.Proof:
        start = self.token
        is_leaf = start.kind != "step" and (start.kind != "PROOF" or self.peek().kind != "step")
        if is_leaf:
            self.take("PROOF")
            return self._leaf(start)
        self.take("PROOF")
        self.levels.append(-1)
        steps: list[tree.Step] = []
        while self.at("step"):
            step = self._step()
            steps.append(step)
            if isinstance(step.statement, tree.Qed):
                self.levels.pop()
                return tree.Steps(tuple(steps), span=self.span_from(start.start))
        self.fail("expected another proof step", help="a structured proof ends with a QED step")

    def _leaf(self, start: Token) -> tree.Proof:
        if self.token.kind in ("OBVIOUS", "OMITTED"):
            kind = self.advance()
            return tree.Leaf(kind.kind, span=self.span_from(start.start))
        self.expect("BY", "to begin a proof", "or OBVIOUS, OMITTED, or a step such as `<1>1.`")
        only = self.take("ONLY")
        facts, defs = self._facts_and_defs()
        return tree.Leaf("BY", facts, defs, only, span=self.span_from(start.start))

    def use_or_hide(self) -> tree.UseHide:
        """`USE` or `HIDE` with facts and definitions."""
        kind = self.advance()
        only = self.take("ONLY")
        facts, defs = self._facts_and_defs()
        return tree.UseHide(kind.kind, facts, defs, only, span=self.span_from(kind.start))

    def _facts_and_defs(self) -> tuple[tuple[tree.Fact, ...], tuple[tree.Fact, ...]]:
        facts: tuple[tree.Fact, ...] = ()
        defs: tuple[tree.Fact, ...] = ()
        if not self.at("DEF"):
            facts = self.comma_list(self._fact)
        if self.take("DEF"):
            defs = self.comma_list(self._fact)
        return facts, defs

    def _fact(self) -> tree.Fact:
        if self.at("MODULE"):
            start = self.advance()
            name = self.field_name("after MODULE")
            return tree.ModuleFact(name.text, span=self.span_from(start.start))
        return self.operator_or_expression()

    def _step(self) -> tree.Step:
        token = self.token
        label = self._step_label(token)
        self.advance()
        statement = self._statement()
        proof = None
        if self._begins_proof():
            if not isinstance(statement, tree.Qed | tree.Pick | tree.Claim) or (
                isinstance(statement, tree.Claim) and statement.kind in ("HAVE", "WITNESS")
            ):
                self.fail("expected the next step: this kind of step takes no proof")
            proof = self._proof()
        return tree.Step(label, statement, proof, span=self.span_from(token.start))

    def _step_label(self, token: Token) -> str:
        """The step's label without dots, its level made explicit (`<*>a` to `<2>a`)."""
        level = _level_of(token)
        outer = self.levels[-2] if len(self.levels) > 1 else -1
        current = self.levels[-1]
        if level in ("*", "+"):
            if level == "+" and current >= 0:
                self.fail("expected a step of this proof: `<+>` begins a new one")
            number = current if current >= 0 else outer + 1
        else:
            number = int(level)
            wrong = number != current if current >= 0 else number <= outer
            if wrong:
                expected = f"level {current}" if current >= 0 else f"a level above {outer}"
                self.fail(f"expected a step of {expected}")
        self.levels[-1] = number
        return _explicit(token.text, number)

    def _step_name(self) -> tree.Expr:
        if self.token.text.startswith("<*>") and self.levels and self.levels[-1] >= 0:
            text = _explicit(self.token.text, self.levels[-1])
            self.token = self.tokens[self.index] = self.token._replace(text=text)
        return super()._step_name()


def _level_of(token: Token) -> str:
    found = _STEP_LEVEL.match(token.text)
    assert found is not None
    return found[1]


def _explicit(text: str, level: int) -> str:
    return f"<{level}>{text[text.index('>') + 1 :].rstrip('.')}"
