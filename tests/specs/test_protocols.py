"""Protocols with a proof: every action fires, and the inductive invariant is true and minimal.

They are the folders of `specs` whose `expect.toml` has a table `[protocol]`. NAMEProof.tla
defines `IndInv`, a conjunction of names, and where NAMEAllStates.cfg starts in all its states, the
tests of all models show that it is inductive.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.front.files import ON_DISK
from holdfast.front.tlc.config import read_config

SPECS = Path(__file__).parent.parent.parent / "specs"
ROWS = 30
QUICK = 50_000
"""A model with more generated states is slow, also when it is compiled."""


def expectations(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "expect.toml").read_text("utf-8"))


PROTOCOLS = sorted(
    path.parent for path in SPECS.glob("*/expect.toml") if "protocol" in expectations(path.parent)
)
PROVED_BY_STATES = [f for f in PROTOCOLS if (f / f"{f.name}AllStates.cfg").exists()]

each_protocol = pytest.mark.parametrize("folder", PROTOCOLS, ids=lambda folder: folder.name)


def is_slow(folder: Path, config: str) -> bool:
    (model,) = (m for m in expectations(folder)["model"] if m["config"] == config)
    return bool(model["generated"] > QUICK)


def property_of(folder: Path) -> str:
    return str(expectations(folder)["protocol"]["property"])


def proof_of(folder: Path) -> Path:
    return folder / f"{folder.name}Proof.tla"


def lemmas(folder: Path) -> list[str]:
    """The names whose conjunction `IndInv` is."""
    text = proof_of(folder).read_text("utf-8")
    found = re.search(r"^IndInv ==((?:\s+/\\ \w+)+|\s+\w+)$", text, re.MULTILINE)
    assert found, f"{proof_of(folder).name} defines IndInv as a conjunction of names"
    return re.findall(r"\w+", found[1])


def reachable() -> Iterator[Any]:
    for folder in PROTOCOLS:
        slow = [pytest.mark.slow] if is_slow(folder, f"{folder.name}.cfg") else []
        yield pytest.param(folder, id=folder.name, marks=slow)


def strengthenings() -> Iterator[Any]:
    """Every lemma beside the property, except those that matter in larger models only."""
    for folder in PROVED_BY_STATES:
        slow = [pytest.mark.slow] if is_slow(folder, f"{folder.name}AllStates.cfg") else []
        protocol = expectations(folder)["protocol"]
        for lemma in lemmas(folder):
            if lemma not in (protocol["property"], *protocol.get("larger", ())):
                yield pytest.param(folder, lemma, id=f"{folder.name}-{lemma}", marks=slow)


def test_each_row_of_the_table_is_one_folder() -> None:
    rows = [expectations(folder)["protocol"]["row"] for folder in PROTOCOLS]
    assert len(set(rows)) == len(rows)
    assert set(rows) <= set(range(1, ROWS + 1))


@each_protocol
def test_the_property_is_checked_and_part_of_the_proof(folder: Path) -> None:
    config = read_config(ON_DISK.source(folder / f"{folder.name}.cfg"))
    assert property_of(folder) in {each.name for each in config.invariants}
    assert property_of(folder) in lemmas(folder)


@pytest.mark.parametrize("folder", list(reachable()))
def test_every_action_fires_and_the_invariant_holds_in_all_reachable_states(folder: Path) -> None:
    spec = holdfast.load(proof_of(folder), config=folder / f"{folder.name}.cfg")
    result = spec.check(invariants=lemmas(folder), engine="auto")
    assert result.outcome == "exhausted"
    assert result.distinct > 1
    assert result.answer.never_enabled == ()
    assert result.answer.vacuous == ()


@pytest.mark.parametrize("folder", PROVED_BY_STATES, ids=lambda folder: folder.name)
def test_the_proof_starts_in_all_states_of_the_invariant(folder: Path) -> None:
    config = read_config(ON_DISK.source(folder / f"{folder.name}AllStates.cfg"))
    assert config.init is not None
    assert config.init.name == "IndInit"
    assert [each.name for each in config.invariants] == ["IndInv"]


@pytest.mark.parametrize(("folder", "lemma"), list(strengthenings()))
def test_without_a_lemma_the_invariant_is_not_inductive(
    folder: Path, lemma: str, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    proof = tmp_path / proof_of(folder).name
    text, removed = re.subn(rf"^  /\\ {lemma}\n", "", proof.read_text("utf-8"), flags=re.MULTILINE)
    assert removed == 1
    proof.write_text(text, encoding="utf-8")
    states = tmp_path / f"{folder.name}AllStates.cfg"
    result = holdfast.load(proof, config=states).check(engine="auto")
    assert (result.outcome, result.violated, len(result.trace)) == ("violated", "IndInv", 2)
