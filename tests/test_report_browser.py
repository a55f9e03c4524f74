"""The page and the picture in a real browser: nothing wider than a telephone, nothing loaded, dark where wanted."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from forestcalc.api import load, score
from forestcalc.report.html import PageGame, render_page
from forestcalc.report.svg import render_svg
from forestcalc.scoring.sheet import ScoreSheet
from tests.support import EXAMPLES, Plain, layout, sheet_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
DARK = "--blink-settings=preferredColorScheme=0"
LIGHT = "--blink-settings=preferredColorScheme=1"

# Measures the page it stands in, and tells the page around it. The contrast is the one that accessibility
# guidelines reckon with: 4.5 at least for text of this size.
MEASURE = """
addEventListener('load', () => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== 'none') return null;
      const color = parse(style.backgroundColor);
      if (color.length && (color.length < 4 || color[3] === 1)) return color;
      if (color.length === 4 && color[3] > 0) return null;
    }
    return null;
  };
  const all = [...document.querySelectorAll('body *')];
  const texts = all.filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => one.getClientRects().length);
  const contrasts = texts.map(one => {
    const back = behind(one);
    if (!back) return null;
    const [a, b] = [light(parse(getComputedStyle(one).color)), light(back)].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), one.outerHTML.slice(0, 90)];
  }).filter(one => one).sort((x, y) => x[0] - y[0]);
  parent.postMessage(JSON.stringify({
    width: innerWidth,
    needs: document.documentElement.scrollWidth,
    wide: all.filter(one => one.getBoundingClientRect().right > innerWidth + 0.5).map(one => one.outerHTML.slice(0, 90)),
    scrolled: [...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth).length,
    cut: texts.filter(one => one.closest('.chip, .tree') && one.scrollWidth > one.clientWidth + 1
      && getComputedStyle(one).display !== 'inline').map(one => one.outerHTML.slice(0, 90)),
    loaded: performance.getEntriesByType('resource').map(one => one.name),
    scripts: document.scripts.length,
    page: parse(getComputedStyle(document.body).backgroundColor),
    ink: parse(getComputedStyle(document.body).color),
    contrast: contrasts[0],
  }), '*');
});
"""

# A window cannot be as narrow as a telephone, but a frame can.
FRAME = """<!DOCTYPE html><meta charset="utf-8"><body><iframe src="page.html" width="{width}" height="800" style="border:0">
</iframe><script>addEventListener('message', event => {{
  const result = document.createElement('pre');
  result.id = 'measured';
  result.textContent = event.data;
  document.body.append(result);
}});</script></body>"""

# The same for a picture: what stands out of the page, and names that stand out of their card.
MEASURE_PICTURE = """
addEventListener('load', () => {
  const svg = document.querySelector('svg');
  const width = svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll('text')];
  const chips = [...svg.querySelectorAll('rect.chip')].map(one => one.getBBox());
  const out = texts.filter(text => {
    const box = text.getBBox();
    if (box.x < 0 || box.x + box.width > width) return true;
    const chip = chips.find(c => box.x >= c.x && box.x <= c.x + c.width && box.y >= c.y - 1 && box.y <= c.y + c.height);
    return chip && (box.x + box.width > chip.x + chip.width + 1 || box.y + box.height > chip.y + chip.height + 2);
  });
  const result = document.createElement('pre');
  result.id = 'measured';
  result.textContent = JSON.stringify({texts: texts.length, out: out.map(one => one.textContent)});
  document.body.append(result);
});
"""


@pytest.fixture(scope="module")
def browser() -> str:
    """The browser; CI has to have one."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium is installed: the reports cannot be tested in a browser")
        pytest.skip("no Chromium: widths, colours and loading of the reports were not tested in a browser")
    return found


def dom_of(browser: str, page: Path, *flags: str) -> str:
    """Return the document as it is when the page is loaded."""
    profile = page.with_name("profile")
    command = [browser, *FLAGS, *flags, f"--user-data-dir={profile}", "--window-size=1300,900"]
    done = subprocess.run(
        [*command, "--virtual-time-budget=2000", "--dump-dom", page.as_uri()],
        capture_output=True,
        timeout=90,
        check=True,
    )
    return done.stdout.decode("utf-8")


def measured(browser: str, text: str, folder: Path, *flags: str, width: int) -> Plain:
    """Measure a copy of a page whose policy lets the measuring script run."""
    policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
    assert len(policy.findall(text)) == 1
    page, frame = folder / "page.html", folder / "frame.html"
    page.write_text(policy.sub("", text).replace("</body>", f"<script>{MEASURE}</script></body>"), encoding="utf-8")
    frame.write_text(FRAME.format(width=width), encoding="utf-8")
    return result_of(dom_of(browser, frame, *flags))


def result_of(dom: str) -> Plain:
    found = re.search(r'<pre id="measured">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "the measuring script did not run"
    value: Plain = json.loads(html.unescape(found[1]))
    return value


def sheets_of(*names: str) -> list[ScoreSheet]:
    return [score(game) for name in names for game in load(EXAMPLES / f"{name}.yaml")]


def page_of(sheets: list[ScoreSheet]) -> str:
    return render_page([PageGame(f"game-{number}.yaml", one, {}, one.diagnostics) for number, one in enumerate(sheets)])


LONG = layout(
    {
        "Bartholomäusinhoferstraßenbahnhaltestellenschild": ["Oak", {"Beech": {"left": "European Fat Dormouse"}}],
        "A name of quite a few words, as families like to enter it": ["2x Birch"],
    }
)
ALL = ("five-players-all-boxes", "smoky-258", "dartmoor-127", "missing-symbols", "special-caves")


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize(("flag", "is_dark"), [(LIGHT, False), (DARK, True)], ids=["light", "dark"])
def test_page_fits_and_can_be_read(browser: str, tmp_path: Path, width: int, flag: str, is_dark: bool) -> None:
    sheets = [*sheets_of(*ALL), sheet_of(LONG)]
    found = measured(browser, page_of(sheets), tmp_path, flag, width=width)
    assert found["width"] == width
    assert found["needs"] <= width
    assert found["wide"] == []
    assert found["cut"] == []
    assert found["loaded"] == []
    assert found["scripts"] == 1  # the one that measures
    assert (max(found["page"]) < 60) is is_dark
    assert (min(found["ink"]) > 180) is is_dark
    assert found["contrast"][0] >= 4.5, found["contrast"][1]


def test_every_example_fits_a_telephone_the_score_pad_too(browser: str, tmp_path: Path) -> None:
    names = sorted(file.stem for file in EXAMPLES.glob("*.yaml"))
    found = measured(browser, page_of(sheets_of(*names)), tmp_path, width=360)
    assert (found["needs"], found["wide"], found["scrolled"]) == (360, [], 0)


def test_names_stay_inside_their_cards_in_the_picture(browser: str, tmp_path: Path) -> None:
    picture = render_svg([(sheet, {}) for sheet in [*sheets_of(*ALL), sheet_of(LONG)]])
    page = tmp_path / "picture.html"
    body = picture.removeprefix('<?xml version="1.0" encoding="UTF-8"?>')
    page.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><body>{body}<script>{MEASURE_PICTURE}</script></body>', encoding="utf-8"
    )
    found = result_of(dom_of(browser, page))
    assert found["texts"] > 200
    assert found["out"] == []


class Canary:
    """A server on this machine that notes every request."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def canary() -> Iterator[Canary]:
    canary = Canary()
    yield canary
    canary.close()


@pytest.mark.parametrize("form", ["html", "svg"])
def test_hostile_names_run_and_load_nothing(browser: str, tmp_path: Path, canary: Canary, form: str) -> None:
    where = canary.address
    names = [
        f"<img src={where}/1>",
        f"</style><style>@import '{where}/2';</style>",
        f'"><link rel=stylesheet href={where}/3>',
        f"</title></text><image href='{where}/4'/>",
        f"<script>fetch('{where}/5'); document.title = 'ran'</script>",
    ]
    sheet = sheet_of(layout({name: ["Birch"] for name in names}))
    page = tmp_path / f"page.{form}"
    page.write_text(page_of([sheet]) if form == "html" else render_svg([(sheet, {})]), encoding="utf-8")
    dom = dom_of(browser, page)
    assert "&lt;script&gt;" in dom
    assert canary.asked == []


def test_the_canary_sings(browser: str, tmp_path: Path, canary: Canary) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<!DOCTYPE html><img src={canary.address}/1>", encoding="utf-8")
    dom_of(browser, page)
    assert canary.asked == ["/1"]


def test_policy_stops_what_would_get_in(browser: str, tmp_path: Path, canary: Canary) -> None:
    injected = f"<img src={canary.address}/1><script>document.title = 'ran'</script></body>"
    page = tmp_path / "page.html"
    page.write_text(page_of(sheets_of("solo")).replace("</body>", injected), encoding="utf-8")
    dom = dom_of(browser, page)
    assert "<title>ran</title>" not in dom
    assert canary.asked == []
