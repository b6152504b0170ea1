"""The style sheet of the report page: wide and narrow, light and dark, on paper."""

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #22262b; --quiet: #646b73; --rule: #dfdcd5;
  --red: #c22a2a; --good: #1a7043; --bad: #b3261e; --doubt: #8a5a00; --note: #3b5b8c;
  --good-back: #e3f2e9; --bad-back: #fbe5e3; --doubt-back: #fbf0d9; --note-back: #e6edf7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --card: #1f2227; --ink: #e6e4df; --quiet: #a0a6ad; --rule: #383c43;
    --red: #ff7b72; --good: #6fcf97; --bad: #ff8a80; --doubt: #f0b95a; --note: #9dbcf0;
    --good-back: #1d3a2a; --bad-back: #48211f; --doubt-back: #40331a; --note-back: #24324a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "Noto Sans", "Noto Sans Devanagari", Arial, sans-serif;
}
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .3rem; text-wrap: balance; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--rule); }
h3 { font-size: 1.08rem; margin: 0 0 .2rem; }
h4 { font-size: .95rem; margin: 1.1rem 0 .35rem; }
p { margin: .3rem 0; max-width: 46rem; }
h1, h2, h3, p, li, summary { overflow-wrap: anywhere; }
th, td { overflow-wrap: break-word; }
.quiet { color: var(--quiet); font-size: .9rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1.2rem 0 .6rem; padding: 0; list-style: none; }
.tiles li {
  flex: 1 1 7rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 8px; padding: .6rem .9rem;
}
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card {
  background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  padding: 1rem 1.2rem; margin: 1rem 0;
}
.card.bad { border-left: 4px solid var(--bad); }
.scroll { overflow-x: auto; -webkit-overflow-scrolling: touch; }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; margin: .4rem 0; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--quiet); font-size: .84rem; }
table.points td, table.points thead th { text-align: right; white-space: nowrap; min-width: 3.6rem; }
table.points th:first-child { text-align: left; min-width: 6rem; max-width: 14rem; }
table.points tfoot td, table.points tfoot th { font-weight: 700; border-bottom: 0; color: var(--ink); }
table.points small { display: block; color: var(--quiet); font-weight: 400; font-size: .8rem; }
table.points .differs { background: var(--bad-back); }
table.points del { color: var(--bad); margin-right: .4em; }
table.list { width: 100%; }
table.list td.place, table.list td.id { min-width: 8rem; }
.chip {
  display: inline-block; border-radius: 1em; padding: .05em .65em; font-size: .82rem; font-weight: 600;
  white-space: nowrap; background: var(--note-back); color: var(--note);
}
.chip.clean { background: var(--good-back); color: var(--good); }
.chip.discrepancy, .chip.invalid, .chip.error { background: var(--bad-back); color: var(--bad); }
.chip.incomplete, .chip.warning { background: var(--doubt-back); color: var(--doubt); }
ul.findings { list-style: none; margin: .6rem 0 0; padding: 0; }
ul.findings li { padding: .45rem 0; border-top: 1px solid var(--rule); }
ul.findings li:first-child { border-top: 0; }
ul.findings .cause {
  background: var(--note-back); border-radius: 6px; padding: .45rem .7rem;
  border-top: 0; margin: .3rem 0;
}
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .88em; }
.explain { font-size: .93rem; line-height: 1.5; margin: .3rem 0 0; }
.explain p { margin: .1rem 0; max-width: none; }
.explain .head { font-weight: 600; margin-top: .8rem; }
.explain .in1 { padding-left: 2.2rem; text-indent: -1.2rem; }
.explain .in2 { padding-left: 3.6rem; text-indent: -1.2rem; color: var(--quiet); }
summary { overflow-wrap: anywhere; }
th, td { overflow-wrap: break-word; }
.quiet { color: var(--quiet); font-size: .9rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1.2rem 0 .6rem; padding: 0; list-style: none; }
.tiles li {
  flex: 1 1 7rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 8px; padding: .6rem .9rem;
}
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card {
  background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  padding: 1rem 1.2rem; margin: 1rem 0;
}
.card.bad { border-left: 4px solid var(--bad); }
.scroll { overflow-x: auto; -webkit-overflow-scrolling: touch; }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; margin: .4rem 0; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--quiet); font-size: .84rem; }
table.points td, table.points thead th { text-align: right; white-space: nowrap; min-width: 3.6rem; }
table.points th:first-child { text-align: left; min-width: 6rem; max-width: 14rem; }
table.points tfoot td, table.points tfoot th { font-weight: 700; border-bottom: 0; color: var(--ink); }
table.points small { display: block; color: var(--quiet); font-weight: 400; font-size: .8rem; }
table.points .differs { background: var(--bad-back); }
table.points del { color: var(--bad); margin-right: .4em; }
table.list { width: 100%; }
table.list td.place, table.list td.id { min-width: 8rem; }
.chip {
  display: inline-block; border-radius: 1em; padding: .05em .65em; font-size: .82rem; font-weight: 600;
  white-space: nowrap; background: var(--note-back); color: var(--note);
}
.chip.clean { background: var(--good-back); color: var(--good); }
.chip.discrepancy, .chip.invalid, .chip.error { background: var(--bad-back); color: var(--bad); }
.chip.incomplete, .chip.warning { background: var(--doubt-back); color: var(--doubt); }
ul.findings { list-style: none; margin: .6rem 0 0; padding: 0; }
ul.findings li { padding: .45rem 0; border-top: 1px solid var(--rule); }
ul.findings li:first-child { border-top: 0; }
ul.findings .cause {
  background: var(--note-back); border-radius: 6px; padding: .45rem .7rem;
  border-top: 0; margin: .3rem 0;
}
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .88em; }
.explain {
  white-space: pre-wrap; font: inherit; font-size: .93rem; line-height: 1.55;
  margin: .4rem 0 0; overflow-wrap: anywhere;
}
summary { cursor: pointer; font-weight: 600; font-size: .95rem; margin-top: .9rem; }
.face { white-space: nowrap; font-weight: 600; }
.hearts, .diamonds { color: var(--red); }
figure { margin: .6rem 0; }
figure svg { display: block; width: 100%; min-width: 32rem; max-width: 47rem; height: auto; }
figure svg text { fill: var(--ink); }
figure svg .role-axis-label text,
figure svg .role-axis-title text,
figure svg .role-title-subtitle text {
  fill: var(--quiet);
}
figure svg .role-axis-grid line,
figure svg .role-axis-domain line,
figure svg .role-axis-tick line {
  stroke: var(--rule);
}
dl.codes { display: grid; grid-template-columns: max-content 1fr; gap: .45rem 1.1rem; margin: 0; }
dl.codes dd { margin: 0; }
footer { margin-top: 3rem; color: var(--quiet); font-size: .85rem; }
@media (max-width: 40rem) {
  body { padding: 1.2rem .9rem 3rem; }
  h1 { font-size: 1.45rem; }
  .card { padding: .8rem .9rem; }
  .tiles li { flex-basis: 40%; padding: .5rem .75rem; }
  .tiles b { font-size: 1.35rem; }
  dl.codes { grid-template-columns: 1fr; gap: .1rem; }
  dl.codes dd { margin-bottom: .7rem; }
  th, td { padding: .3rem .5rem; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --card: #ffffff; --ink: #000000; --quiet: #444444; --rule: #bbbbbb;
    --red: #b00000; --good: #005522; --bad: #a00000; --doubt: #664400; --note: #223a66;
    --good-back: #ffffff; --bad-back: #ffffff; --doubt-back: #ffffff; --note-back: #ffffff;
  }
  body { max-width: none; padding: 0; font-size: 11pt; }
  .card, tr, li, figure { break-inside: avoid; }
  .card:has(.explain) { break-inside: auto; }
  h2, h3, h4 { break-after: avoid; }
  .scroll { overflow: visible; }
  .chip { border: 1px solid currentColor; }
}
"""
