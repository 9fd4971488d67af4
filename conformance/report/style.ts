/** The look of the HTML report, in light and dark, wide and narrow. */
export const style = `
:root { color-scheme: light dark; --ground: #fbfbfa; --card: #fff; --ink: #1c1e21; --soft: #5c636b; --line: #e2e4e6;
  --pass: #1a7f43; --fail: #c02626; --warn: #93650a; --blocked: #7b3fb5; --error: #b3322b; --inconclusive: #17738c; --none: #6b7178; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15171a; --card: #1d2024; --ink: #e6e8ea; --soft: #9aa2ab; --line: #32373d;
    --pass: #5fcf8d; --fail: #ff7b72; --warn: #e3b341; --blocked: #c79bf2; --error: #ff8f85; --inconclusive: #62c8e0; --none: #9aa2ab; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 80px; }
a { color: inherit; text-underline-offset: 3px; }
header { border-bottom: 1px solid var(--line); padding-bottom: 20px; } header > p { margin: 0; }
h1 { margin: 0; font-size: 34px; line-height: 1.2; }
h1.conformant, h1.partial { color: var(--pass); } h1.nonConformant, h1.worse { color: var(--fail); } h1.incomplete, h1.interrupted { color: var(--warn); }
h2 { margin: 36px 0 12px; font-size: 20px; } h2 .soft { font-weight: 400; font-size: inherit; }
h3 { margin: 0; font-size: 16px; line-height: 1.4; } h4 { margin: 14px 0 4px; font-size: 14px; font-weight: 600; }
.soft, small { color: var(--soft); font-size: 13px; } header .lead { margin: 6px 0 14px; font-size: 17px; } header .learned { margin: 0 0 10px; }
.pass { --tone: var(--pass); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .blocked { --tone: var(--blocked); }
.error { --tone: var(--error); } .inconclusive { --tone: var(--inconclusive); } .notApplicable, .outOfScope { --tone: var(--none); }
.bar { display: flex; gap: 2px; height: 8px; margin: 0 0 10px; border-radius: 4px; overflow: hidden; } .bar i { min-width: 3px; background: var(--tone); }
ul.counts { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 0 0 16px; padding: 0; list-style: none; }
ul.counts li { color: var(--tone); } ul.counts b { font-size: 20px; font-variant-numeric: tabular-nums; }
header dl { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 0; } header dt { color: var(--soft); font-size: 13px; } header dd { margin: 0; overflow-wrap: anywhere; }
.chip { display: inline-block; margin: 1px 3px 1px 0; padding: 0 7px; border: 1px solid color-mix(in srgb, var(--tone) 45%, transparent); border-radius: 5px;
  background: color-mix(in srgb, var(--tone) 11%, transparent); color: var(--tone); font: 600 12px/1.7 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; text-decoration: none; }
a.chip:hover, a.chip:focus-visible { background: color-mix(in srgb, var(--tone) 25%, transparent); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; } th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.figure, th.figure, .matrix td, .matrix thead th:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; }
.matrix thead th { vertical-align: bottom; line-height: 1.2; } .matrix tbody th, tfoot th { color: var(--ink); font-weight: 600; }
.matrix tr:not(.rules) td { color: var(--tone, inherit); font-weight: 600; } .matrix tr:not(.rules) td.none { color: var(--line); font-weight: 400; }
.matrix tbody tr:first-child > * { border-bottom: 0; padding-bottom: 2px; } .matrix .rules td { padding-top: 0; text-align: left; }
.matrix summary { cursor: pointer; color: var(--soft); font-size: 13px; } .matrix tfoot > tr > * { border-bottom: 0; }
table.all { min-width: 760px; } td.pass, td.fail, td.warn, td.blocked, td.error, td.inconclusive, td.notApplicable, td.outOfScope, tr.fail td { color: var(--tone); }
table.all tr:target { background: color-mix(in srgb, var(--warn) 18%, transparent); }
article { margin: 0 0 14px; padding: 14px 18px; border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px; background: var(--card); overflow-wrap: anywhere; }
article:target { outline: 2px solid var(--tone); } article > p { margin: 6px 0; } .waived { color: var(--warn); }
dl.case { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 2px 10px; margin: 0; } dl.case dt { color: var(--soft); font-size: 13px; text-transform: capitalize; } dl.case dd { margin: 0; }
code { font: 0.9em ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
details.exchanges { margin: 8px 0 0; font-size: 13px; } details.exchanges summary { cursor: pointer; } .exchanges ol { margin: 6px 0 0; padding-left: 26px; }
.exchanges li { margin: 2px 0; } .exchanges li summary { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; } .exchanges li p { margin: 8px 0 0; } .exchanges pre { padding: 6px 8px; background: color-mix(in srgb, var(--line) 35%, transparent); border-radius: 4px; }
mark { padding: 0 5px; border-radius: 4px; background: color-mix(in srgb, var(--tone) 20%, transparent); color: var(--tone); }
@media (max-width: 640px) { main { padding: 20px 14px 60px; } h1 { font-size: 28px; } article { padding: 12px 14px; }
  dl.case { grid-template-columns: minmax(0, 1fr); } dl.case dt { margin-top: 6px; } .matrix { font-size: 13px; } .matrix th, .matrix td { padding-right: 7px; } }
@media print { main { max-width: none; padding: 0; } article { break-inside: avoid; } }
`;
