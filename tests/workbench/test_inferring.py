"""What `infer` gets beside the spec: lemmas, atoms, cached lemmas of an earlier run."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.infer.search.remembered import remember, remembered

pytestmark = pytest.mark.smt

SPECS = Path(__file__).resolve().parents[2] / "specs" / "LockServer"
LEMMA = "\\A s \\in Server, c \\in Client : locked[s] => s \\notin held[c]"
CONFIG = "CONSTANTS\nServer = {s1, s2}\nClient = {c1, c2}\nSPECIFICATION Spec\nINVARIANT Safe\n"


@pytest.fixture
def lock_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The spec without a configuration, and a cache of its own."""
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    text = (SPECS / "LockServer.tla").read_text(encoding="utf-8")
    path = tmp_path / "LockServer.tla"
    path.write_text(text, encoding="utf-8")
    return path


def notes(result: object) -> list[str]:
    assert isinstance(result, holdfast.InferResult)
    return [note for note in result.inferred.warnings if "earlier run" in note]


def test_a_lemma_may_be_given_where_the_configuration_is_a_block_of_the_file(
    lock_server: Path,
) -> None:
    with lock_server.open("a", encoding="utf-8") as file:
        file.write(f"---- CONFIG LockServer ----\n{CONFIG}====\n")
    spec = holdfast.load(lock_server)
    result = spec.infer(lemmas=[LEMMA], grammar=["s \\in Server : locked[s]"], workers=1)
    assert result.ok
    assert result.invariant["Given1"] == LEMMA
    assert f"the CONFIG block in {lock_server}" in result.show()


def test_a_lemma_may_be_given_where_the_model_is_a_module_of_its_own(lock_server: Path) -> None:
    model = "---- MODULE MCLockServer ----\nEXTENDS LockServer\nFree(s) == locked[s]\n====\n"
    lock_server.with_name("MCLockServer.tla").write_text(model, encoding="utf-8")
    lock_server.with_name("MCLockServer.cfg").write_text(CONFIG, encoding="utf-8")
    lemma = LEMMA.replace("locked[s]", "Free(s)")
    result = holdfast.load(lock_server).infer(lemmas=[lemma], workers=1)
    assert result.ok
    assert result.invariant["Given1"] == lemma


def test_a_lemma_is_read_over_a_text_that_is_not_saved(lock_server: Path) -> None:
    text = lock_server.read_text(encoding="utf-8").replace(
        "Init ==", "Free(s) == locked[s]\nInit =="
    )
    overlays = {lock_server: text, lock_server.with_suffix(".cfg"): CONFIG}
    lemma = LEMMA.replace("locked[s]", "Free(s)")
    result = holdfast.load(lock_server, overlays=overlays).infer(lemmas=[lemma], workers=1)
    assert result.ok
    assert "Given1" in result.invariant


def test_an_invalid_cached_lemma_is_reported_and_the_others_are_used(lock_server: Path) -> None:
    lock_server.with_suffix(".cfg").write_text(CONFIG, encoding="utf-8")
    old = "\\A s \\in Server : unlocked[s]"
    remember(lock_server, "Safe", [old, LEMMA, "held' = held"])
    result = holdfast.load(lock_server).infer(workers=1)
    assert result.ok
    assert len(notes(result)) == 2
    assert notes(result)[0] == (
        "dropped a lemma of an earlier run that is no longer valid in this spec: "
        f"{old} (`unlocked` is not declared)"
    )
    assert "held' = held" in notes(result)[1]
    assert LEMMA in result.invariant.values()


def test_valid_cached_lemmas_need_no_note(lock_server: Path) -> None:
    lock_server.with_suffix(".cfg").write_text(CONFIG, encoding="utf-8")
    remember(lock_server, "Safe", [LEMMA])
    result = holdfast.load(lock_server).infer(workers=1)
    assert result.ok
    assert notes(result) == []
    assert remembered(lock_server, "Safe") == ()


def test_an_invalid_given_lemma_is_an_error_even_with_cached_ones(lock_server: Path) -> None:
    lock_server.with_suffix(".cfg").write_text(CONFIG, encoding="utf-8")
    remember(lock_server, "Safe", ["unlocked[s]"])
    with pytest.raises(holdfast.SpecError) as caught:
        holdfast.load(lock_server).infer(lemmas=[LEMMA, "locked[1"], workers=1)
    places = [d.span.location() for d in caught.value.diagnostics if d.span is not None]
    assert places == ["--lemmas:2:9"]
