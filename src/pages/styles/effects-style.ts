/** The VEP page: table of effects, bars, pictures. */
export const EFFECTS_STYLE = `
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.line { display: block; }
.notice { color: var(--wrong); font-size: 0.8125rem; }
.badge {
  display: inline-block; padding: 0 0.45em; border-radius: 4px; font-size: 0.75rem; line-height: 1.5;
  white-space: nowrap;
  color: var(--get); background: var(--get-ground);
}
.vep { max-width: 48rem; }
.vep.dropping textarea { border-color: var(--link); border-style: dashed; background: var(--raised); }
.vep details { margin: 0 0 1rem; }
.vep details[open] > summary { margin-bottom: 0.5rem; }
#results:focus { outline: none; }
#results:empty { display: none; }
.mark { width: 0.85em; height: 0.85em; margin-right: 0.4em; vertical-align: -0.05em; }
.bars { display: grid; gap: 0.3rem; margin: 1rem 0; max-width: 48rem; }
.bars > div { display: grid; grid-template-columns: 19rem minmax(0, 1fr) 7rem; gap: 0 0.9rem; align-items: center; }
.bars .bar { width: 100%; height: 0.7rem; background: var(--raised); border-radius: 3px; }
.bar rect { fill: var(--c0); }
.bar.high rect { fill: var(--c2); } .bar.moderate rect { fill: var(--c5); } .bar.low rect { fill: var(--c3); }
.bars .count { font-variant-numeric: tabular-nums; }
.pictures figure { margin: 1.25rem 0; }
.pictures figcaption { margin: 0 0 0.25rem; color: var(--text); font-size: 0.9375rem; }
.pin { stroke: var(--accent); stroke-width: 1.5; fill: none; }
.filters {
  display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: center; margin: 1.5rem 0 0.5rem; padding: 0.6rem 1rem;
  border: 1px solid var(--line); border-radius: 8px; font-size: 0.9375rem;
}
.filters legend { padding: 0 0.4rem; color: var(--soft); }
.filters .values { margin: 0; }
.filters label { display: inline-flex; gap: 0.5rem; align-items: center; }
.entry.filters select, .entry.filters input[type="text"] { width: auto; max-width: 10rem; padding: 0.25rem 0.5rem; }
.entry.filters input[type="text"] { max-width: 8rem; }
.effects { font-size: 0.9375rem; }
@media (min-width: 40.01rem) {
  .effects { table-layout: fixed; }
  .effects thead th:nth-child(1) { width: 17%; } .effects thead th:nth-child(2) { width: 17%; }
  .effects thead th:nth-child(3) { width: 11%; } .effects thead th:nth-child(4) { width: 19%; }
  .effects thead th:nth-child(6) { width: 11%; }
}
table.effects.effects tbody { border-bottom: 1px solid var(--line); }
table.effects.effects tbody th { font-weight: 400; white-space: normal; max-width: 15rem; overflow-wrap: anywhere; }
table.effects.effects td, table.effects.effects tbody th { border-bottom: 0; padding-top: 0.4rem;
padding-bottom: 0.4rem; }
table.effects.effects td:nth-child(3) { min-width: 0; }
table.effects.effects td[data-label="Change"] code { font-size: 0.8125rem; }
.effects .alleles { font-weight: 600; overflow-wrap: anywhere; }
.effects .soft { font-size: 0.8125rem; }
.effects .picture { font-size: 0.8125rem; }
.problem ul { margin: 0.25rem 0 0; padding-left: 1.25rem; }
dialog.shown-picture {
  width: min(72rem, calc(100vw - 2rem)); border: 1px solid var(--line); border-radius: 10px; background: var(--ground);
  color: var(--text); padding: 1rem 1.25rem;
}
dialog.shown-picture::backdrop { background: #0008; }
@media (max-width: 40rem) {
  .bars > div { grid-template-columns: minmax(0, 1fr) auto; }
  .bars .bar { grid-row: 2; grid-column: 1 / -1; }
  table.effects.effects tbody { padding: 0.5rem 0; }
  table.effects.effects tr { border: 0; padding: 0.25rem 0; }
  table.effects.effects tbody th { display: block; max-width: none; }
  table.effects.effects td:nth-child(2), table.effects.effects td:nth-child(4) { color: inherit; }
  table.effects.effects td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); }
  table.effects.effects td::before { content: attr(data-label); color: var(--soft); grid-row: 1 / span 4; }
  table.effects.effects td > * { grid-column: 2; justify-self: start; }
  table.effects.effects td:empty { display: none; }
  .filters label { flex-wrap: wrap; }
}
`;
