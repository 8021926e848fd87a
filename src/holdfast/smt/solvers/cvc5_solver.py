"""The adapter for cvc5: parses a text, checks it, and reads the model and the core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any

from holdfast.smt.solvers.model import Argument, Compound, Formula, Known, Model
from holdfast.smt.solvers.outcome import (
    Ended,
    Limits,
    Outcome,
    Question,
    bare,
    declared_functions,
    declared_sorts,
)

CVC5_STRATEGIES: Mapping[str, Mapping[str, str]] = {
    "full-saturate": {"full-saturate-quant": "true"},
    "finite-model": {"finite-model-find": "true"},
}


@cache
def cvc5_version() -> str:
    """The name and version of the installed cvc5."""
    import cvc5  # type: ignore[import-untyped]

    return f"cvc5 {cvc5.__version__}"


def solve_with_cvc5(question: Question) -> Outcome:
    """Solve a text with cvc5."""
    import cvc5

    name = cvc5_version()
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    symbols = cvc5.SymbolManager(terms)
    try:
        _configure(solver, question)
        _read(solver, symbols, question.text)
        with _memory_limit(question.limits.memory_mb):
            answer = solver.checkSat()
        ended = _ended(answer, question.limits)
        model = None
        if ended.status == "sat" and question.model:
            model = _read_model(solver, symbols, question.text)
        core: tuple[str, ...] = ()
        if ended.status == "unsat" and question.core:
            names = symbols.getNamedTerms()
            core = tuple(bare(names[t]) for t in solver.getUnsatCore() if t in names)
    except RuntimeError as error:
        # Its errors have no class of their own.
        text = str(error).strip()
        return Outcome("memory" if "bad_alloc" in text else "crash", name, reason=text)
    return Outcome(
        ended.status, name, reason=ended.reason, model=model, core=core, limit=ended.limit
    )


def _configure(solver: Any, question: Question) -> None:
    limits = question.limits
    options = {
        "produce-models": str(question.model).lower(),
        "produce-unsat-cores": str(question.core).lower(),
        "rlimit-per": str(limits.rlimit),
        "tlimit-per": str(max(1, int(limits.seconds * 1000))),
        **CVC5_STRATEGIES[question.strategy],
    }
    for key, value in options.items():
        solver.setOption(key, value)


def _read(solver: Any, symbols: Any, text: str) -> None:
    import cvc5

    if "(set-logic" not in text:
        text = "(set-logic ALL)" + text
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return
        if command.getCommandName() not in ("check-sat", "set-info", "exit"):
            answer = command.invoke(solver, symbols)
            if "error" in answer:
                raise RuntimeError(answer)


@contextmanager
def _memory_limit(megabytes: int) -> Iterator[None]:
    """Limits what this process may still allocate, because cvc5 has no such option."""
    try:
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        old = resource.getrlimit(resource.RLIMIT_AS)
        wanted = pages * resource.getpagesize() + megabytes * 2**20
        if old[0] != resource.RLIM_INFINITY:
            wanted = min(wanted, old[0])
        resource.setrlimit(resource.RLIMIT_AS, (wanted, old[1]))
    except (ImportError, OSError, ValueError):
        yield  # not on this platform: the worker's own limit remains
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, old)


def _ended(answer: Any, limits: Limits) -> Ended:
    if answer.isSat():
        return Ended("sat")
    if answer.isUnsat():
        return Ended("unsat")
    match answer.getUnknownExplanation().name:
        case "RESOURCEOUT":
            reached = f"the resource limit of {limits.rlimit} was reached"
            return Ended("timeout", reached, "resources")
        case "TIMEOUT":
            reached = f"the time limit of {limits.seconds:g} s was reached"
            return Ended("timeout", reached, "time")
        case "MEMOUT":
            return Ended("memory", "out of memory")
        case reason:
            return Ended("unknown", reason.lower().replace("_", " "))


# ---- models ----


def _read_model(solver: Any, symbols: Any, text: str) -> Model:
    signatures = declared_functions(text)
    universes: dict[str, tuple[str, ...]] = {name: (f"@{name}_0",) for name in declared_sorts(text)}
    for sort in symbols.getDeclaredSorts():
        elements = tuple(_element_name(e) for e in solver.getModelDomainElements(sort))
        universes[bare(str(sort))] = elements
    formulas = {}
    for term in symbols.getDeclaredTerms():
        name = bare(term.getSymbol())
        if name in signatures:
            formula = _function(solver.getValue(term))
            if formula is not None:
                formulas[name] = formula
    return Model(universes, signatures, formulas)


def _element_name(value: Any) -> str:
    name = value.getUninterpretedSortValue()
    return name.decode() if isinstance(name, bytes) else str(name)


def _function(value: Any) -> Formula | None:
    import cvc5

    if value.getKind() != cvc5.Kind.LAMBDA:
        return _formula(value, {})
    parameters = {p: i for i, p in enumerate(value[0])}
    return _formula(value[1], parameters)


def _formula(e: Any, parameters: Mapping[Any, int]) -> Formula | None:
    if e in parameters:
        return Argument(parameters[e])
    if e.isBooleanValue():
        return Known(bool(e.getBooleanValue()))
    if e.isIntegerValue():
        return Known(int(e.getIntegerValue()))
    if e.isRealValue():
        return Known(Fraction(e.getRealValue()))
    if e.isUninterpretedSortValue():
        return Known(_element_name(e))
    head = _HEADS.get(e.getKind().name)
    args = [_formula(a, parameters) for a in e]
    known = tuple(a for a in args if a is not None)
    if head is None or len(known) < len(args):
        return None
    return Compound(head, known)


_HEADS = {
    "AND": "and",
    "OR": "or",
    "NOT": "not",
    "IMPLIES": "=>",
    "XOR": "xor",
    "EQUAL": "=",
    "DISTINCT": "distinct",
    "ITE": "ite",
    "ADD": "+",
    "SUB": "-",
    "NEG": "-",
    "MULT": "*",
    "DIVISION": "/",
    "DIVISION_TOTAL": "/",
    "TO_REAL": "to_real",
    "INTS_DIVISION": "div",
    "INTS_DIVISION_TOTAL": "div",
    "INTS_MODULUS": "mod",
    "INTS_MODULUS_TOTAL": "mod",
    "LT": "<",
    "LEQ": "<=",
    "GT": ">",
    "GEQ": ">=",
}
