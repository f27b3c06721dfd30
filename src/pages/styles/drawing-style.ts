/**
 * Colours and type of drawings. Elements of SVG have classes instead of style attributes, which the policy of pages
 * forbids.
 */
export const DRAWING_STYLE = `
:root {
  --coding: #1f6fb2; --utr: #9cc5e6; --noncoding: #7a8794; --merged: #b7791f; --axis: #8a949d; --grid: #e6ebef;
  --accent: #c2410c; --good: #15803d; --band-1: #f3f6f8; --band-2: #e6ecf0;
  /* Neutral, and colours of kinds: blue, orange, green, purple, red, olive, teal, pink. */
  --c0: #7a8794; --c1: #0a5aa8; --c2: #b4500b; --c3: #0b7a5a; --c4: #7a2e8e; --c5: #b3261e; --c6: #5f6b00;
  --c7: #0e7490;
  --c8: #a8336f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --coding: #5aa9ec; --utr: #28567e; --noncoding: #8b98a5; --merged: #e3b25c; --axis: #7d8892; --grid: #262e35;
    --accent: #fb923c; --good: #4ade80; --band-1: #181e23; --band-2: #20272d;
    --c0: #8b98a5; --c1: #7fbcff; --c2: #f5a35c; --c3: #6fd6ac; --c4: #d3a1ee; --c5: #ff9088; --c6: #c7d25a;
    --c7: #62cfe2;
    --c8: #f29bc6;
  }
}
svg.drawing { display: block; width: 100%; height: auto; overflow: visible; font: 12px/1 system-ui, sans-serif; }
svg.drawing text { fill: var(--text); }
svg.drawing .soft { fill: var(--soft); }
svg.drawing .axis { stroke: var(--axis); stroke-width: 1; fill: none; }
svg.drawing .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
svg.drawing .end { text-anchor: end; }
svg.drawing .middle { text-anchor: middle; }
svg.drawing .small { font-size: 10.5px; }
svg.drawing text.ground { fill: var(--ground); }
svg.drawing text.number { pointer-events: none; }
svg.drawing .letters { font: 13px/1 ui-monospace, monospace; white-space: pre; }
svg.drawing .strong { font-weight: 600; }
svg.drawing a { fill: var(--link); text-decoration: none; }
svg.drawing a text { fill: var(--link); }
svg.drawing a:hover text, svg.drawing a:focus text { text-decoration: underline; }
svg.strip { display: block; overflow: visible; font: 11.5px/1 system-ui, sans-serif; }
svg.definitions { position: absolute; }
/* 60 letters with positions fit a phone, and positions are not copied. */
.residues { font-size: clamp(0.45rem, 1.95vw, 0.85rem); white-space: pre; overflow-x: auto; }
.residues .soft { user-select: none; }
.strip text { fill: var(--text); }
.strip text.soft { fill: var(--soft); }
.strip .axis { stroke: var(--axis); }
.strip .intron { fill: var(--axis); }
.chevron { fill: none; stroke: var(--axis); stroke-width: 1.2; }
.strip .coding, .swatch.coding { fill: var(--coding); background: var(--coding); stroke: var(--coding); }
.strip .utr, .swatch.utr { fill: var(--utr); background: var(--utr); stroke: var(--coding); stroke-width: 0.75; }
.strip .noncoding, .swatch.noncoding { fill: var(--noncoding); background: var(--noncoding); stroke: var(--noncoding); }
.strip .exon:hover rect { stroke: var(--accent); stroke-width: 2; }
.strips { margin: 0.5rem 0; }
.strip-row {
  display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 1rem; align-items: center; padding: 0.22rem 0;
}
.strip-row + .strip-row { border-top: 1px solid var(--grid); }
.strip-row.chosen { background: var(--raised); box-shadow: inset 3px 0 var(--link); margin-left: -0.6rem;
padding-left: 0.6rem; }
.strip-row a { text-decoration: none; }
.strip-row a:hover { text-decoration: underline; }
.strip-row > :first-child { overflow: hidden; font-size: 0.9rem; line-height: 1.35; }
.legend { font-size: 0.85rem; max-width: none; }
.swatch { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.15em 0 0.6em; vertical-align: -0.05em; }
.swatch:first-child { margin-left: 0; }
.part-odd { fill: var(--coding); } .part-even { fill: var(--utr); }
.domain { stroke-width: 1; }
.shade-0 { fill: #cfe3f6; stroke: #3f7fb8; } .shade-1 { fill: #d5edd9; stroke: #3d8a4e; }
.shade-2 { fill: #f8e3c8; stroke: #b1751f; } .shade-3 { fill: #e8daf1; stroke: #8558a3; }
.shade-4 { fill: #f6d7d7; stroke: #b05252; } .shade-5 { fill: #d6eaea; stroke: #398282; }
@media (prefers-color-scheme: dark) {
  .shade-0 { fill: #17344e; stroke: #5a9bd5; } .shade-1 { fill: #163a20; stroke: #5bad6c; }
  .shade-2 { fill: #43300f; stroke: #d09a45; } .shade-3 { fill: #35234a; stroke: #aa7fca; }
  .shade-4 { fill: #472222; stroke: #d27a7a; } .shade-5 { fill: #123838; stroke: #58a8a8; }
}
@media (max-width: 48rem) {
  .strip-row { grid-template-columns: minmax(0, 1fr); gap: 0.2rem; }
  .strip text.minor { display: none; }
}
svg.value-bar { vertical-align: middle; }
svg.mark { width: 0.7em; height: 0.7em; margin-right: 0.3em; }
.share-row { display: grid; grid-template-columns: minmax(8rem, 20rem) minmax(0, 1fr); gap: 0 1.25rem;
align-items: center; }
svg.share { display: block; width: 100%; height: 0.75rem; }
.shares { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: 0.85rem; }
.shares > span { white-space: nowrap; }
figure { margin: 1rem 0; }
figcaption { color: var(--soft); font-size: 0.875rem; margin-top: 0.35rem; }
/* A wide drawing scrolls within its frame, never the page. */
.wide { overflow-x: auto; overscroll-behavior-x: contain; }
.wide > svg.drawing { min-width: 44rem; }
/* A drawing that exists twice, for wide and for narrow windows. */
.narrow { display: none; max-width: 34rem; }
@media (max-width: 50rem) {
  .narrow { display: block; }
  .broad { display: none; }
  .share-row { grid-template-columns: minmax(0, 1fr); }
  svg.value-bar { display: none; }
}
`;
