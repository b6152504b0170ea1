"""Style and script of the page that steps through a game."""

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #f6f4ee; --card: #ffffff; --ink: #22262b; --quiet: #5d646c; --rule: #d9d5cb;
  --red: #c3272b; --now: #fff3cf; --bad: #b3261e; --bad-back: #fbe5e3; --accent: #1f6b52;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1e2226; --ink: #e8e6e0; --quiet: #a3a9b0; --rule: #383c43;
    --red: #ff7b72; --now: #3d3416; --bad: #ff8a80; --bad-back: #48211f; --accent: #58b893;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 1rem 1.2rem 3rem; max-width: 86rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, "Segoe UI", "Noto Sans", "Noto Sans Devanagari", Arial, sans-serif;
}
h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .9rem; margin: .1rem 0 .7rem; overflow-wrap: anywhere; }
.bar {
  position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .4rem 0 .5rem;
  border-bottom: 1px solid var(--rule);
}
.buttons { display: flex; gap: .4rem; align-items: center; }
button {
  font: inherit; min-width: 2.9rem; min-height: 2.6rem; border: 1px solid var(--rule); border-radius: 8px;
  background: var(--card); color: var(--ink); cursor: pointer;
}
button:disabled { opacity: .4; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.symbols { position: absolute; width: 0; height: 0; }
input[type=range] { flex: 1; min-width: 4rem; accent-color: var(--accent); }
output { font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--quiet); font-size: .9rem; }
.said { min-height: 3.1rem; margin: .45rem 0 0; }
.said b { font-weight: 700; }
.said .next { color: var(--quiet); font-size: .93rem; }
.stop {
  background: var(--bad-back); color: var(--bad); border-radius: 8px; padding: .5rem .8rem; margin: .6rem 0;
  overflow-wrap: anywhere;
}
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 1rem; margin-top: .7rem; }
.table { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: .6rem; }
.table svg { display: block; width: 100%; height: auto; }
.table .middle { grid-column: 1 / -1; max-width: 37.5rem; width: 100%; justify-self: center; }
.turns { border: 1px solid var(--rule); border-radius: 10px; background: var(--card); overflow: auto;
  max-height: 82vh; position: sticky; top: 8.5rem; }
.turns ol { list-style: none; margin: 0; padding: .3rem 0; }
.turns a { display: block; padding: .28rem .7rem; color: inherit; text-decoration: none; font-size: .88rem;
  overflow-wrap: anywhere; }
.turns a:hover { background: var(--now); }
.turns a[aria-current] { background: var(--now); box-shadow: inset 3px 0 0 var(--accent); }
.turns i { font-style: normal; color: var(--quiet); font-size: .8rem; margin-right: .4rem; }
.red { color: var(--red); }
footer { margin-top: 1.5rem; color: var(--quiet); font-size: .85rem; }
@media (max-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .turns { position: relative; top: 0; max-height: 20rem; }
}
@media (max-width: 40rem) {
  body { padding: .6rem .6rem 2rem; }
  h1 { font-size: 1.15rem; }
  .said { min-height: 4.6rem; font-size: .95rem; }
  button { min-width: 2.4rem; }
}
@media print { .bar { position: static; } .buttons, .turns { display: none; } .columns { display: block; } }
"""

SCRIPT: Final = """
"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const last = game.tables.length - 1;
const $ = id => document.getElementById(id);
const slider = $("slider"), table = $("table"), list = $("list");
let at = 0, playing = null;

function words(node, text) {
  node.textContent = "";
  for (const part of text.split(/((?:10|[A2-9JQK])?[\\u2665\\u2666])/)) {
    if (/[\\u2665\\u2666]$/.test(part)) {
      const red = document.createElement("span");
      red.className = "red";
      red.textContent = part;
      node.append(red);
    } else node.append(part);
  }
}

function said(turn) { return turn < 0 ? "The cards are dealt." : game.steps[turn].text; }

function panel(number, first) {
  const one = game.panels[number];
  const figure = document.createElement("div");
  if (first) figure.className = "middle";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 " + one.width + " " + one.height);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", one.label);
  svg.innerHTML = one.svg;
  figure.append(svg);
  return figure;
}

const made = [];
function show(turn, keep) {
  at = Math.max(0, Math.min(last, turn));
  game.tables[at].forEach((number, place) => {
    if (made[place] === number) return;
    made[place] = number;
    const fresh = panel(number, place === 0);
    if (table.children[place]) table.children[place].replaceWith(fresh);
    else table.append(fresh);
  });
  slider.value = at;
  slider.setAttribute("aria-valuetext", at < last ? "before turn " + at : "at the end");
  $("place").textContent = at < last || game.stop ? "turn " + at + " of " + game.turns : "end";
  words($("now"), (at ? "Turn " + (at - 1) + ": " : "") + said(at - 1));
  const stopped = game.stop && at === last;
  words($("next"), stopped ? "Here the play breaks." : at < last ? "Next, turn " + at + ": " + said(at) : "");
  $("first").disabled = $("back").disabled = at === 0;
  $("on").disabled = $("end").disabled = at === last;
  for (const link of list.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
  const link = list.querySelector('a[href="#t=' + at + '"]');
  if (link) {
    link.setAttribute("aria-current", "step");
    const box = list.parentElement;
    const y = link.offsetTop - box.clientHeight / 2;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = y;
  }
  if (!keep) {
    try { history.replaceState(null, "", "#t=" + at); } catch (error) { /* not allowed inside a notebook */ }
  }
}

function fromHash() {
  const match = /^#t=([0-9]+)$/.exec(location.hash);
  show(match ? Number(match[1]) : 0, true);
}

function play(on) {
  if (playing) clearInterval(playing);
  playing = on ? setInterval(() => { at < last ? show(at + 1) : play(false); }, 1400) : null;
  $("play").textContent = on ? "pause" : "play";
  $("play").setAttribute("aria-label", on ? "Pause" : "Play by itself");
}

game.steps.concat(game.tables.length > game.steps.length ? [{text: "The end."}] : []).forEach((step, turn) => {
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = "#t=" + turn;
  const number = document.createElement("i"), text = document.createElement("span");
  number.textContent = turn < game.steps.length ? turn : "";
  words(text, turn < game.steps.length ? step.text : game.stop ? "Here the play breaks." : step.text);
  link.append(number, text);
  link.addEventListener("click", event => { event.preventDefault(); show(turn); });
  item.append(link);
  list.append(item);
});
slider.max = last;
slider.addEventListener("input", () => show(Number(slider.value)));
$("first").addEventListener("click", () => show(0));
$("back").addEventListener("click", () => show(at - 1));
$("on").addEventListener("click", () => show(at + 1));
$("end").addEventListener("click", () => show(last));
$("play").addEventListener("click", () => play(!playing));
addEventListener("hashchange", fromHash);
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const on = {ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10}[event.key];
  if (event.target === slider && on && on * on === 1) return;
  if (on) show(at + on);
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(last);
  else if (event.key === " " && event.target.tagName !== "BUTTON") play(!playing);
  else return;
  event.preventDefault();
});
fromHash();
"""
