"""Every colour of writing stands out from every ground that it is written on (WCAG 2, level AA)."""

import re

import pytest

from services.lobby.pages import STATIC

BASE = (STATIC / "css/base.css").read_text(encoding="utf-8")
COLOURS = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", BASE))
LIGHTEST_FELT = re.findall(
    r"radial-gradient\([^#]*(#[0-9a-f]{6})", (STATIC / "css/table.css").read_text(encoding="utf-8")
)
LEAST = 4.5


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["ground", "felt", "felt-deep", "panel", "panel-high"])
@pytest.mark.parametrize("writing", ["text", "soft", "brass", "good", "bad"])
def test_writing_stands_out_from_its_ground(writing: str, ground: str) -> None:
    assert contrast(COLOURS[writing], COLOURS[ground]) >= LEAST


@pytest.mark.parametrize("writing", ["text", "soft", "brass", "good", "bad"])
def test_writing_stands_out_where_the_felt_is_lightest(writing: str) -> None:
    assert 1 == len(LIGHTEST_FELT)
    assert contrast(COLOURS[writing], LIGHTEST_FELT[0]) >= LEAST


def test_writing_on_brass_stands_out() -> None:
    assert contrast(COLOURS["brass-ink"], COLOURS["brass"]) >= LEAST


def test_the_mark_of_the_focus_stands_out_everywhere() -> None:
    assert [] == [ground for ground in ("ground", "felt", "panel") if contrast(COLOURS["focus"], COLOURS[ground]) < 3]
