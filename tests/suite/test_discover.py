from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.suite.discover import bare_specs, find_models
from tests.cli.specs import COUNTER, write

MODEL = "CONSTANT N = 2\nINIT Init\nNEXT Next\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, Counter_tla=COUNTER)
    return tmp_path


def found(*paths: str) -> dict[str, str]:
    """What is expected of each model, or its status."""
    models = find_models([Path(path) for path in paths or (".",)])
    assert len({model.name for model in models}) == len(models)
    return {model.name: model.status or str(model.expected) for model in models}


def test_a_configuration_declares_its_result(folder: Path) -> None:
    write(
        folder,
        Counter_cfg=MODEL + "EXPECT DeadlockFailure\n",
        CounterA_cfg=MODEL + "_EXPECT Success\n",
        CounterB_cfg=MODEL + "\\* EXPECT: SafetyFailure property=Small\n",
        CounterC_cfg=MODEL,
    )
    assert found() == {
        "Counter.cfg": "DeadlockFailure",
        "CounterA.cfg": "Success",
        "CounterB.cfg": "SafetyFailure Small",
        "CounterC.cfg": "undeclared",
    }


def test_a_configuration_in_a_spec_declares_its_result(folder: Path) -> None:
    block = f"---- CONFIG Own ----\n{MODEL}EXPECT DeadlockFailure\n====\n"
    write(folder, Own_tla=COUNTER.replace("Counter", "Own") + block)
    assert found() == {"Own.tla": "DeadlockFailure"}


def test_an_error_that_hides_a_declaration_is_an_error(folder: Path) -> None:
    write(folder, Counter_cfg="INVARIANT (\nEXPECT Success\n", CounterB_cfg="INVARIANT (\n")
    assert found() == {"Counter.cfg": "error", "CounterB.cfg": "undeclared"}


def test_two_declarations_in_one_file_are_an_error(folder: Path) -> None:
    write(folder, Counter_cfg=MODEL + "EXPECT Success\n\\* EXPECT: SafetyFailure\n")
    assert found() == {"Counter.cfg": "error"}


def test_a_configuration_without_a_spec_is_not_a_model_unless_it_declares_a_result(
    folder: Path,
) -> None:
    write(folder, setup_cfg="[tool]\nname = x\n", Lost_cfg="\\* EXPECT: Success\n")
    assert found() == {"Lost.cfg": "error"}


def test_expect_toml_takes_precedence(folder: Path) -> None:
    write(
        folder,
        Counter_cfg=MODEL + "EXPECT Success\n",
        expect_toml='[[model]]\nmodule = "Counter.tla"\nverdict = "violated"\n',
    )
    assert found() == {"Counter.tla": "violated"}


def test_a_model_may_be_declared_for_several_constants(folder: Path) -> None:
    text = '[[model]]\nmodule = "Counter.tla"\nconstants = {{ N = {} }}\nverdict = "violated"\n'
    write(folder, expect_toml=text.format(1) + text.format(2))
    assert found() == {"Counter.tla N=1": "violated", "Counter.tla N=2": "violated"}


def test_a_folder_is_searched_without_its_hidden_folders(folder: Path) -> None:
    for name in ("sub", ".hidden", "node_modules"):
        (folder / name).mkdir()
        write(folder / name, Counter_tla=COUNTER, Counter_cfg=MODEL)
    assert found() == {"sub/Counter.cfg": "undeclared"}


def test_a_file_selects_its_models(folder: Path) -> None:
    (folder / "sub").mkdir()
    write(folder / "sub", Other_tla=COUNTER, Other_cfg=MODEL, Counter_tla=COUNTER)
    write(folder / "sub", Counter_cfg=MODEL, CounterBig_cfg=MODEL)
    (folder / "expect.toml").write_text(
        '[[model]]\nconfig = "sub/CounterBig.cfg"\nverdict = "Success"\n'
    )
    both = {"sub/CounterBig.cfg": "Success", "sub/Counter.cfg": "undeclared"}
    assert found("sub/Counter.tla") == both
    assert found("sub/CounterBig.cfg") == {"sub/CounterBig.cfg": "Success"}
    assert found("sub") == {**both, "sub/Other.cfg": "undeclared"}
    assert found("expect.toml") == {"sub/CounterBig.cfg": "Success"}


def test_a_model_that_two_paths_contain_is_found_once(folder: Path) -> None:
    write(folder, Counter_cfg=MODEL)
    assert found(".", "Counter.cfg", str(folder)) == {"Counter.cfg": "undeclared"}


def test_declarations_that_cannot_be_read_are_reported_for_every_model_below(folder: Path) -> None:
    (folder / "sub").mkdir()
    write(folder, expect_toml="[[model]\n")
    write(folder / "sub", Counter_tla=COUNTER, Counter_cfg=MODEL)
    assert found("sub") == {"expect.toml": "error", "sub/Counter.cfg": "undeclared"}


def test_a_name_that_no_file_can_have_is_an_error(folder: Path) -> None:
    write(folder, expect_toml='[[model]]\nconfig = "a\\u0000b.cfg"\nexit = 0\n')
    model = '{"path": "a\\u0000c.cfg", "result": "success"}'
    write(folder, manifest_json=f'{{"modules": [{{"path": "x", "models": [{model}]}}]}}')
    assert found() == {"a\ufffdb.cfg": "error", "a\ufffdc.cfg": "error"}


def test_a_path_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        found("None")


def test_a_file_that_is_not_text_is_an_error(folder: Path) -> None:
    (folder / "expect.toml").write_bytes(b"\xff\xfe")
    assert found() == {"expect.toml": "error"}


def test_specs_without_a_configuration_are_found_apart(folder: Path) -> None:
    write(folder, Other_tla=COUNTER, Other_cfg=MODEL)
    models = find_models([folder])
    assert [model.name for model in bare_specs(Path(), models)] == ["Counter.tla"]
