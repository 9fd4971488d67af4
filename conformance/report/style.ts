/** The look of the HTML report, in light and dark. */
export const style = `
:root { color-scheme: light dark; --ground: #fbfbfa; --card: #fff; --ink: #1c1e21; --soft: #5c636b; --line: #e2e4e6;
  --pass: #1a7f43; --fail: #c02626; --warn: #93650a; --blocked: #7b3fb5; --error: #b3322b; --inconclusive: #17738c; --none: #6b7178; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15171a; --card: #1d2024; --ink: #e6e8ea; --soft: #9aa2ab; --line: #32373d;
    --pass: #5fcf8d; --fail: #ff7b72; --warn: #e3b341; --blocked: #c79bf2; --error: #ff8f85; --inconclusive: #62c8e0; --none: #9aa2ab; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 80px; }
header { border-bottom: 1px solid var(--line); padding-bottom: 20px; }
.eyebrow { margin: 0; color: var(--soft); }
h1 { margin: 0; font-size: 34px; line-height: 1.2; }
h1.conformant { color: var(--pass); } h1.nonConformant { color: var(--fail); } h1.incomplete, h1.interrupted { color: var(--warn); }
h2 { margin: 36px 0 12px; font-size: 20px; } h3 { margin: 0; font-size: 16px; line-height: 1.4; } h4 { margin: 14px 0 4px; font-size: 14px; font-weight: 600; }
.lead { margin: 6px 0 14px; font-size: 17px; }
.number { color: var(--soft); font-weight: 400; }
ul.counts { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 0 0 16px; padding: 0; list-style: none; }
ul.counts b { font-size: 20px; font-variant-numeric: tabular-nums; }
header dl { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 0; } header dt { color: var(--soft); font-size: 13px; } header dd { margin: 0; overflow-wrap: anywhere; }
.pass { --tone: var(--pass); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .blocked { --tone: var(--blocked); }
.error { --tone: var(--error); } .inconclusive { --tone: var(--inconclusive); } .notApplicable { --tone: var(--none); }
ul.counts li { color: var(--tone); }
.chip { display: inline-block; margin: 1px 3px 1px 0; padding: 0 7px; border: 1px solid color-mix(in srgb, var(--tone) 45%, transparent); border-radius: 5px;
  background: color-mix(in srgb, var(--tone) 11%, transparent); color: var(--tone); font: 600 12px/1.7 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; text-decoration: none; }
a.chip:hover, a.chip:focus-visible { background: color-mix(in srgb, var(--tone) 25%, transparent); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; } th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.matrix tbody th { color: var(--ink); white-space: nowrap; } .matrix summary { cursor: pointer; font-variant-numeric: tabular-nums; }
.matrix details[open] { max-width: 420px; } td.figure { text-align: right; font-variant-numeric: tabular-nums; }
table.all tr:target { background: color-mix(in srgb, var(--warn) 18%, transparent); } small { color: var(--soft); }
article { margin: 0 0 14px; padding: 14px 18px; border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px; background: var(--card); }
article > p { margin: 6px 0; } .clause { color: var(--soft); font-size: 13px; } .waived { color: var(--warn); }
dl.case { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 2px 10px; margin: 0; } dl.case dt { color: var(--soft); font-size: 13px; } dl.case dd { margin: 0; }
pre { margin: 0; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { main { max-width: none; padding: 0; } article { break-inside: avoid; } }
`;
