import io
from pathlib import Path

import pytest

from services.house.play import play_files, reading

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))


def marked(path):
    marks = pytest.mark.clause(*reading.read(path).clauses)
    return pytest.param(path, marks=marks, id=path.relative_to(HERE).with_suffix("").as_posix())


@pytest.mark.parametrize("path", [marked(path) for path in FILES])
def test_what_the_file_expects_comes_of_it(path):
    out = io.StringIO()

    code = play_files([path], out=out)

    assert (code, out.getvalue()[:3]) == (0, "ok "), out.getvalue()


def test_every_scenario_has_an_id_of_its_own():
    ids = [reading.read(path).scenario_id for path in FILES]

    assert sorted(set(ids)) == sorted(ids)
