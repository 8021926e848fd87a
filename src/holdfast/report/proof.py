"""The result of `prove` as text: the verdict, a table of obligations, a counterexample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from holdfast.prove.proof import Cti, Proof
from holdfast.prove.settle import Settled, Status
from holdfast.report.answer import Question, spec_line
from holdfast.report.axioms import axiom_lines
from holdfast.report.diagnostics import count_of
from holdfast.report.layout import Look, Tone, beside, marked, wrap
from holdfast.report.reason import show_reason
from holdfast.report.trace import place_of, show_trace
from holdfast.verdict import (
    Bounded,
    Exhausted,
    Failed,
    Proved,
    Sampled,
    Step,
    Trace,
    Unknown,
    Violated,
)

_LABELS = 10
_MARKS: dict[Status, tuple[str, Tone]] = {
    "proved": ("ok", "good"),
    "refuted": ("x", "bad"),
    "unknown": ("??", "doubtful"),
    "timeout": ("..", "doubtful"),
}
_NOTHING: tuple[str, Tone] = ("", "dim")
_ABOUT = {
    "kept": (
        "A counterexample to induction: a step from a state that satisfies the invariant to one",
        "that does not. The first state may be unreachable; then a stronger invariant excludes it.",
        "If it is reachable, `holdfast check` finds the violation.",
    ),
    "defined": (
        "An expression cannot be evaluated in a state that satisfies the invariant. The state may",
        "be unreachable; then a stronger invariant excludes it.",
    ),
}
_METHODS = {"induction": "induction", "kinduction": "k-induction", "bmc": "bounded model checking"}


def show_proof(proof: Proof, question: Question, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    if look.quiet:
        return _verdict_line(proof, look)
    return "\n\n".join(proof_paragraphs(proof, question, look))


def proof_paragraphs(proof: Proof, question: Question, look: Look | None = None) -> list[str]:
    """The paragraphs of the result: spec, model and properties first, statistics last."""
    look = question.look(look)
    paragraphs = [
        "\n".join(_head(proof, question, look)),
        _verdict_line(proof, look),
        *_counterexample(proof, look),
        matrix_text(proof, look),
        "\n".join(_found(proof, look)),
        "\n".join(_left(proof, look)),
        "\n".join(axiom_lines(proof.axioms, look)),
        "\n".join(_notes(proof, look)),
        _summary(proof),
    ]
    return [p for p in paragraphs if p]


# ---- spec, model and properties ----


def _head(proof: Proof, question: Question, look: Look) -> Iterator[str]:
    yield spec_line(question, look)
    method = _METHODS[proof.method] + (f", k = {proof.k}" if proof.method != "induction" else "")
    constants = "" if proof.scope == "all sizes" else proof.scope
    rows = [
        ("proving", ", ".join(proof.checked)),
        ("by", method),
        ("for", constants or "all sizes of the constant sets"),
        ("assuming", ", ".join(proof.assumed)),
        ("within", ", ".join(proof.reductions)),
    ]
    for label, text in rows:
        if text:
            for line in beside(label, wrap(text, look.width - _LABELS - 4, 2), _LABELS):
                yield f"  {line}"


# ---- the verdict ----


def _verdict_line(proof: Proof, look: Look) -> str:
    names = ", ".join(proof.checked)
    given = f", assuming {', '.join(proof.assumed)}" if proof.assumed else ""
    verdict = proof.verdict
    match verdict:
        case Proved(scope, by):
            where = "for all sizes" if scope == "all sizes" else f"for {scope}"
            text = f"{names}  holds in every reachable state, {where}{given}, by {by}"
            return marked("ok", "good", text, look)
        case Bounded(depth):
            steps = count_of(depth, "step")
            text = f"{names}  not violated in {steps}; deeper states were not checked"
            return marked("--", "doubtful", text + given, look)
        case Violated():
            return violation_line(verdict, look)
        case Unknown(reason=reason):
            return marked("??", "doubtful", f"{names}  {reason}", look)
        case Exhausted() | Sampled() | Failed():
            raise AssertionError("`prove` does not explore")
        case _:
            assert_never(verdict)


def violation_line(violated: Violated, look: Look) -> str:
    """What is violated, and after how many steps."""
    name, trace = violated.property, violated.trace
    if violated.kind == "axiom":
        return look.paint("bad", f"x  an axiom is violated: {name}")
    if violated.kind == "assumption":
        return look.paint("bad", f"x  the assumption {name} is false")
    steps = len(trace) - 1 if trace is not None else 0
    after = f"after {count_of(steps, 'step')}" if steps else "in an initial state"
    return look.paint("bad", f"x  {name} is violated {after}")


# ---- counterexamples ----


def _counterexample(proof: Proof, look: Look) -> Iterator[str]:
    verdict = proof.verdict
    if isinstance(verdict, Violated):
        yield from violation_paragraphs(verdict, look)
    elif proof.cti is not None:
        yield from _cti(proof.cti, look)


def violation_paragraphs(violated: Violated, look: Look) -> Iterator[str]:
    """Why a property is violated, and the trace that leads there."""
    if violated.reason is not None:
        yield show_reason(violated.reason, look)
    if violated.trace is not None:
        yield show_trace(violated.trace, look, f"violates {violated.property}")


def _cti(cti: Cti, look: Look) -> Iterator[str]:
    yield "\n".join(_ABOUT[cti.what])
    notation = look.notation
    chosen = [f"{name} = {notation.of(name).show(v)}" for name, v in cti.constants.items()]
    if chosen:
        yield "\n".join(beside("  with", wrap(", ".join(chosen), look.width - 10, 2), 6))
    yield cti_text(cti, look)
    if cti.reason is not None:
        yield show_reason(cti.reason, look)


def cti_text(cti: Cti, look: Look) -> str:
    """The states of a counterexample to induction as a table."""
    return show_trace(cti_trace(cti), look, cti_mark(cti))


def cti_mark(cti: Cti) -> str:
    """The remark on the last state of a counterexample to induction."""
    return "evaluation fails" if cti.what == "defined" else f"breaks {cti.conjunct}"


def cti_trace(cti: Cti) -> Trace:
    """The states of a counterexample to induction in order."""
    before = [Step(s.state, s.action or "some state", s.arguments, s.span) for s in cti.path]
    if not before:
        before = [Step(cti.before, "some state")]
    steps = before if cti.what == "defined" else [*before, cti.step]
    return Trace(tuple(steps))


# ---- the obligations ----


def matrix_text(proof: Proof, look: Look) -> str:
    """Which obligations are proved: a row for each lemma, a column for each action."""
    return "\n".join(_table(proof.obligations, look))


def _table(settled: Sequence[Settled], look: Look) -> Iterator[str]:
    """A row for each lemma, a column for each action; rows only if that is too wide."""
    rows = list(dict.fromkeys(s.obligation.lemma for s in settled))
    columns = list(dict.fromkeys(s.obligation.action for s in settled))
    cells = {(s.obligation.lemma, s.obligation.action): s.status for s in settled}
    widths = [max(len(c), 2) for c in columns]
    left = max((len(r) for r in rows), default=0)
    if left + sum(w + 2 for w in widths) + 2 > look.width:
        yield from _by_lemma(rows, settled, left, look)
        return
    heads = "  ".join(f"{c:>{w}}" for c, w in zip(columns, widths, strict=True))
    yield look.paint("dim", f"  {'':{left}}  {heads}")
    for row in rows:
        line = f"  {row:{left}}"
        for column, width in zip(columns, widths, strict=True):
            status = cells.get((row, column))
            mark, tone = _NOTHING if status is None else _MARKS[status]
            line += "  " + " " * (width - len(mark)) + look.paint(tone, mark)
        yield line.rstrip()


def _by_lemma(rows: list[str], settled: Sequence[Settled], left: int, look: Look) -> Iterator[str]:
    for row in rows:
        mine = [s for s in settled if s.obligation.lemma == row]
        proved = sum(1 for s in mine if s.status == "proved")
        mark, tone = _MARKS["proved" if proved == len(mine) else "unknown"]
        yield f"  {look.paint(tone, mark)}  {row:{left}}  {proved} of {len(mine)} proved"


def _found(proof: Proof, look: Look) -> Iterator[str]:
    """The lemmas that were found."""
    if not proof.found_lemmas:
        return
    yield "Lemmas found, and proved with the invariant:"
    widest = max(len(name) for name, _ in proof.found_lemmas)
    for name, text in proof.found_lemmas:
        for line in beside(name, wrap(text, look.width - widest - 4, 2), widest):
            yield f"  {line}"


def _left(proof: Proof, look: Look) -> Iterator[str]:
    """The obligations that are not proved, and why."""
    for each in proof.obligations:
        if each.status == "proved":
            continue
        mark, tone = _MARKS[each.status]
        part = each.parts[each.part] if each.parts else None
        where = place_of(part.span) if part is not None else ""
        why = each.reason or ("refuted" if each.status == "refuted" else each.status)
        about = (
            f" ({part.label})" if part is not None and part.label != each.obligation.lemma else ""
        )
        text = f"{each.obligation.name}{about}  {where}: {why}".replace("  :", ":")
        yield marked(mark, tone, text, look)


# ---- remarks ----


def _notes(proof: Proof, look: Look) -> Iterator[str]:
    texts = [*proof.warnings]
    texts += map(never_happens, proof.never_enabled)
    for lemma in proof.library_lemmas:
        texts.append(f"from the library: {lemma.name}: {lemma.statement}")
    for each in proof.proposed:
        held = {True: "true", False: "FALSE", None: "not known to be true"}[each.holds]
        texts.append(
            f"the spec does not state {each.name}: {each.statement} ({held} of the configuration's"
            f" constants); `--assume {each.name}` accepts it"
        )
    for text in texts:
        first, *rest = wrap(f"note {text}", look.width, 5)
        yield from (first.replace("note", look.paint("doubtful", "note"), 1), *rest)


def never_happens(action: str) -> str:
    """The warning about an action that the invariant disables."""
    return f"action `{action}` is disabled in every state of the invariant: intended?"


def _summary(proof: Proof) -> str:
    every = proof.obligations
    proved = sum(1 for s in every if s.status == "proved")
    known = sum(1 for s in every if s.cached)
    parts = [f"{proved} of {count_of(max(len(every), proof.expected), 'obligation')} proved"]
    if known:
        parts.append(f"{known} cached")
    if proof.seconds:
        parts.append(f"{proof.seconds:.2f} s")
    if proof.engine:
        parts.append(proof.engine)
    return ", ".join(parts)
