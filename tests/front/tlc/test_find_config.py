"""The configuration is found where people put it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.tlc.find_config import find_config
from holdfast.source import SpecError
from tests.cli.specs import write

SPEC = "---- MODULE A ----\n====\n"
BLOCK = "---- CONFIG A ----\nINIT FromBlock\n====\n"


def init_of(folder: Path, given: str | None = None) -> str | None:
    found = find_config(folder / "A.tla", None if given is None else folder / given)
    return found.config.init.name if found.config and found.config.init else None


def test_the_one_that_is_given_wins(tmp_path: Path) -> None:
    write(tmp_path, A_tla=SPEC, A_cfg="INIT Beside", B_cfg="INIT Given")
    assert init_of(tmp_path, "B.cfg") == "Given"
    assert init_of(tmp_path) == "Beside"


def test_a_model_is_a_module_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, A_tla=SPEC + BLOCK, MCA_tla=SPEC, MCA_cfg="INIT FromModel")
    assert init_of(tmp_path) == "FromModel"
    assert find_config(tmp_path / "A.tla").spec == tmp_path / "MCA.tla"


def test_a_block_in_the_file_is_the_last_resort(tmp_path: Path) -> None:
    write(tmp_path, A_tla=SPEC + BLOCK)
    assert init_of(tmp_path) == "FromBlock"
    assert init_of(tmp_path, "A.tla") == "FromBlock"


def test_there_may_be_none(tmp_path: Path) -> None:
    write(tmp_path, A_tla=SPEC)
    assert find_config(tmp_path / "A.tla").name is None


def test_a_mistake_in_it_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, A_tla=SPEC, A_cfg="INTI Init")
    with pytest.raises(SpecError, match="INTI"):
        find_config(tmp_path / "A.tla")
