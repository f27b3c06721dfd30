/** The genome browser. The script reads the colours of its canvas from these variables. */
export const BROWSER_STYLE = `
:root {
  --variant: #b45309; --regulatory: #15803d; --repeat: #8a94a0; --constrained: #7c3aed; --structural: #b8437f;
  --gene-other: #6b7c8d;
  --impact-high: #c81e1e; --impact-moderate: #c77700; --impact-low: #2f8f4e; --impact-modifier: #7a8794;
  --base-a: #2b8a3e; --base-c: #1f6fb2; --base-g: #b7791f; --base-t: #c92a2a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --variant: #e89b4e; --regulatory: #4fbf77; --repeat: #7f8b97; --constrained: #a78bfa; --structural: #e58ab8;
    --gene-other: #93a3b3;
    --impact-high: #ff6b6b; --impact-moderate: #f0ad4e; --impact-low: #5fc983; --impact-modifier: #8b98a5;
    --base-a: #69db7c; --base-c: #74b9f5; --base-g: #e3b25c; --base-t: #ff8787;
  }
}
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0.75rem 0; }
.controls label { font-size: 0.9rem; }
.controls label:has(:disabled) { display: none; }
.buttons { display: flex; }
.buttons a {
  min-width: 2.5rem; padding: 0.25rem 0.7rem; text-align: center; text-decoration: none; background: var(--raised);
  border: 1px solid var(--line); margin-left: -1px; color: var(--text);
}
.buttons a:first-child { border-radius: 6px 0 0 6px; }
.buttons a:last-child { border-radius: 0 6px 6px 0; }
.buttons a:hover { background: var(--line); }
.browser { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; position: relative; }
.ideogram { padding: 0.6rem 0.75rem 0.4rem; background: var(--raised); border-bottom: 1px solid var(--line);
cursor: pointer; }
.ideogram svg { overflow: visible; }
.chromosome { fill: var(--ground); stroke: var(--axis); }
.stain { fill: var(--grid); }
.stain.gpos25, .stain.gpos33 { fill: #c3cbd2; } .stain.gpos50 { fill: #a0abb5; } .stain.gpos66 { fill: #8792a0; }
.stain.gpos75 { fill: #7d8894; } .stain.gpos100 { fill: #5d6873; } .stain.acen { fill: #c98a8a; }
.stain.gvar, .stain.stalk { fill: #b9b1d0; }
@media (prefers-color-scheme: dark) {
  .stain.gpos25, .stain.gpos33 { fill: #2f3942; } .stain.gpos50 { fill: #43505b; } .stain.gpos66 { fill: #52606c; }
  .stain.gpos75 { fill: #5d6c79; } .stain.gpos100 { fill: #7d8c99; } .stain.acen { fill: #7a4343; }
  .stain.gvar, .stain.stalk { fill: #4b4468; }
}
.marked { fill: color-mix(in srgb, var(--link) 18%, transparent); stroke: var(--link); stroke-width: 1.5; }
.browser .drawn { padding: 0.75rem; }
.track-title { font-size: 0.8rem; font-weight: 600; margin: 0.6rem 0 0.2rem; }
.track-title .soft { font-weight: 400; }
.density.variation { fill: var(--variant); } .density.regulatory { fill: var(--regulatory); }
.density.repeat { fill: var(--repeat); } .density.gene { fill: var(--coding); }
.browser canvas { display: block; width: 100%; touch-action: pan-y; cursor: grab; }
.browser canvas:focus-visible { outline-offset: -3px; }
.browser canvas.dragged { cursor: grabbing; }
.browser canvas.over { cursor: pointer; }
.tip {
  position: absolute; z-index: 3; pointer-events: none; max-width: 20rem; padding: 0.35rem 0.6rem; border-radius: 6px;
  background: var(--text); color: var(--ground); font-size: 0.8rem; line-height: 1.4; white-space: pre-line;
}
.details:not(:empty) {
  margin: 0.75rem 0; padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--raised);
}
.details p { margin: 0.2rem 0; }
.gene-list { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.2rem 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.gene-list li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gene-list span { font-size: 0.85rem; }
`;
