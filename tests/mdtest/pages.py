"""Reading a literate page, and comparing its claims with what holdfast says."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from holdfast.report.answer import answer_paragraphs
from holdfast.report.diagnostics import show_diagnostics
from holdfast.report.proof import proof_paragraphs
from holdfast.source import Diagnostic, SpecError, errors
from holdfast.verdict import Failed
from holdfast.workbench import CheckResult, DiagramFile, Specification, load, load_diagrams

_PIECE = re.compile(
    r"^#+ +(?P<heading>[^\n]*\S)|^```(?P<kind>\w+)(?: +(?P<name>\S+))?\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_MODULE = re.compile(r"-{4,} *MODULE +(\w+)")
_ROLE = re.compile(
    r"^ *(\w+)[^=\n]*==.*\\\* *(invariant|property|constraint|inductive(?: for all sizes)?)\b",
    re.MULTILINE,
)
_EXTENSIONS = {"tla": "tla", "promela": "pml", "diagram": "diagram"}
_PROVED = ("inductive", "inductive for all sizes")
_VERSION = re.compile(r"\b(z3|cvc5) [\d.]+")
_RUNS = re.compile(r"\\\* *error: \[(?:eval|model)-")
_CLAIM = re.compile(r"(?:\\\*|//) *(error|warning): \[([a-z-]+)\] *(.*?) *(?=\\\*|//|$)")


@dataclass
class Snippet:
    """A `tla`, `promela` or `diagram` block, the files beside it and what is expected of it."""

    text: str
    heading: str
    line: int
    number: int
    files: dict[str, str] = field(default_factory=dict)
    config: str | None = None
    expect: str | None = None
    expect_at: tuple[int, int] = (0, 0)
    kind: str = "tla"

    @property
    def name(self) -> str:
        """The name of its module."""
        if self.kind != "tla":
            return "page"
        found = _MODULE.search(self.text)
        return found[1] if found else "Page"

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.{_EXTENSIONS[self.kind]}"

    @property
    def whole(self) -> str:
        """The text with a module around it, if it has none of its own."""
        if self.kind != "tla" or _MODULE.search(self.text):
            return self.text
        return f"---- MODULE Page ----\n{self.text}====\n"

    @property
    def folder(self) -> dict[str, str]:
        """Every file that the snippet needs, itself last."""
        model = {f"{self.name}.cfg": self._model()} if self.runs else {}
        return {**self.files, **model, self.file: self.whole}

    @property
    def roles(self) -> dict[str, list[str]]:
        """What the comments of its definitions ask to be checked, by the comment."""
        found: dict[str, list[str]] = {}
        for name, role in _ROLE.findall(self.text):
            found.setdefault(role, []).append(name)
        return found

    @property
    def runs(self) -> bool:
        """Whether its states are explored."""
        return self.config is not None or bool(self.roles) or bool(_RUNS.search(self.text))

    def _model(self) -> str:
        """Its configuration: the `cfg` block, and what the comments ask for."""
        asked = [
            f"{role.upper()} {' '.join(names)}\n"
            for role, names in self.roles.items()
            if role not in _PROVED
        ]
        return "".join([self.config or "", *asked])


@dataclass(frozen=True)
class Outcome:
    """What holdfast says about a snippet: its findings, and all of it as text."""

    diagnostics: tuple[Diagnostic, ...]
    text: str


def read_page(text: str) -> list[Snippet]:
    """The snippets of a page, in order."""
    snippets: list[Snippet] = []
    files: dict[str, str] = {}
    heading = "page"
    for piece in _PIECE.finditer(text):
        match piece["kind"], piece["name"]:
            case None, _:
                heading, files = piece["heading"], {}
            case ("tla" | "promela" | "diagram") as kind, None:
                line = text.count("\n", 0, piece.start()) + 1
                found = Snippet(piece["body"], heading, line, len(snippets), files)
                snippets.append(replace(found, kind=kind))
            case "tla" | "promela" | "diagram", name:
                files = {**files, name: piece["body"]}
            case "cfg", _:
                assert snippets, "a cfg block needs a tla block above it"
                snippets[-1].config = piece["body"]
            case "expect", _:
                assert snippets, "an expect block needs a tla block above it"
                snippets[-1].expect, snippets[-1].expect_at = piece["body"], piece.span("body")
            case _:
                pass
    return snippets


def examine(snippet: Snippet) -> Outcome:
    """What holdfast says about the snippet, read and perhaps run in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in snippet.folder.items():
            Path(name).write_text(text, encoding="utf-8")
        try:
            if snippet.kind == "diagram":
                return _check_diagrams(load_diagrams(snippet.file))
            spec = load(snippet.file)
            for role in _PROVED:
                if role in snippet.roles and spec.ok:
                    return _prove(spec, snippet.roles[role], role != "inductive")
            if snippet.runs and spec.ok:
                return _run(spec)
            found = spec.diagnostics
        except SpecError as error:
            found = error.diagnostics
    return Outcome(found, f"{show_diagnostics(found)}\n")


def _run(spec: Specification) -> Outcome:
    result: CheckResult = spec.check()
    # The time differs from run to run; it is the one thing that a page cannot know.
    answer = replace(result.answer, seconds=0.0)
    _head, *paragraphs = answer_paragraphs(answer, result.question)
    text = "\n\n".join(paragraphs)
    wrong = answer.verdict.diagnostics if isinstance(answer.verdict, Failed) else ()
    return Outcome((*spec.diagnostics, *errors(wrong)), f"{text}\n")


def _check_diagrams(file: DiagramFile) -> Outcome:
    result = replace(file.check(), seconds=0.0)
    _head, *paragraphs = result.show().split("\n\n")
    text = "\n\n".join(paragraphs).removesuffix("  0.00 s")
    return Outcome((), f"{text}\n")


def _prove(spec: Specification, names: list[str], all_sizes: bool) -> Outcome:
    result = spec.prove(invariants=names, all_sizes=all_sizes, remember=False)
    proof = replace(result.proof, seconds=0.0)
    _head, *paragraphs = proof_paragraphs(proof, result.question)
    # The solvers that are installed may be of another version.
    text = _VERSION.sub(r"\1", "\n\n".join(paragraphs))
    return Outcome(spec.diagnostics, f"{text}\n")


def disagreements(snippet: Snippet, found: tuple[Diagnostic, ...]) -> Iterator[str]:
    """Every claim that no diagnostic meets, every error that no claim announces."""
    left = list(found)
    for file, text in snippet.folder.items():
        for number, line in enumerate(text.splitlines(), 1):
            for claim in _CLAIM.findall(line):
                met = [d for d in left if _meets(d, claim, f"{file}:{number}")]
                if met:
                    left.remove(met[0])
                else:
                    yield f"{file}:{number}: no {claim[0]}[{claim[1]}] {claim[2]}: {line.strip()}"
    yield from (f"not announced:\n{d.render()}" for d in left if d.severity == "error")


def _meets(found: Diagnostic, claim: tuple[str, str, str], place: str) -> bool:
    severity, code, words = claim
    here = found.span.location().rpartition(":")[0] if found.span else ""
    return (found.severity, found.code, here) == (severity, code, place) and words in found.message
