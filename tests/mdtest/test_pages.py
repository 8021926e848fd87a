"""The pages are read as their README says."""

from __future__ import annotations

from holdfast.source import Diagnostic, Source, Span
from tests.mdtest.pages import Snippet, disagreements, read_page

PAGE = """\
# One

```tla Other.tla
---- MODULE Other ----
====
```

```tla
A == 1      \\* error: [syntax] odd
```

```expect
what is printed
```

## Two

```tla
---- MODULE Own ----
====
```
"""


def found(line: int, code: str = "syntax", message: str = "an odd thing") -> Diagnostic:
    source = Source("Page.tla", "x\n" * 9)
    return Diagnostic(code, message, Span(source, source.line_starts[line - 1], 0))


def claims(*lines: str) -> Snippet:
    return Snippet("".join(f"{line}\n" for line in lines), "", 1, 0)


def test_a_page_is_a_list_of_snippets_below_headings() -> None:
    one, two = read_page(PAGE)
    assert (one.heading, one.line, two.heading) == ("One", 8, "Two")


def test_a_named_block_is_a_file_of_its_section() -> None:
    one, two = read_page(PAGE)
    assert list(one.folder) == ["Other.tla", "Page.tla"]
    assert list(two.folder) == ["Own.tla"]


def test_a_block_without_a_module_gets_one() -> None:
    one, two = read_page(PAGE)
    assert one.whole.startswith("---- MODULE Page ----\nA == 1")
    assert two.whole == two.text


def test_an_expect_block_belongs_to_the_snippet_above() -> None:
    one, two = read_page(PAGE)
    assert one.expect == "what is printed\n"
    assert PAGE[slice(*one.expect_at)] == one.expect
    assert two.expect is None


def test_a_claim_is_met_by_its_line_code_and_words() -> None:
    snippet = claims("\\* error: [syntax] odd")
    assert not list(disagreements(snippet, (found(2),)))
    for wrong in (found(3), found(2, "no-module"), found(2, message="even")):
        assert len(list(disagreements(snippet, (wrong,)))) == 2


def test_a_line_may_claim_several_things() -> None:
    snippet = claims("\\* error: [syntax] \\* error: [no-module] odd")
    assert not list(disagreements(snippet, (found(2), found(2, "no-module"))))


def test_a_warning_need_not_be_claimed() -> None:
    warning = Diagnostic("syntax", "hm", None, severity="warning")
    assert not list(disagreements(claims("A == 1"), (warning,)))


def test_a_comment_says_what_a_definition_is_for() -> None:
    snippet = claims("Small == n < 3   \\* invariant", "Ends(x) == x   \\* property", "B == 1")
    assert snippet.roles == {"invariant": ["Small"], "property": ["Ends"]}
    assert snippet.runs
    assert snippet.folder["Page.cfg"] == "INVARIANT Small\nPROPERTY Ends\n"


def test_a_cfg_block_is_the_configuration_of_the_snippet_above() -> None:
    [snippet] = read_page("```tla\nA == 1\n```\n\n```cfg\nINIT A\n```\n")
    assert snippet.runs
    assert snippet.folder["Page.cfg"] == "INIT A\n"


def test_a_snippet_that_claims_an_error_of_evaluation_is_run() -> None:
    assert claims("A == 1 + TRUE   \\* error: [eval-not-a-number]").runs
    assert not claims("A == x   \\* error: [unbound-name]").runs
