/**
 * Colours and type of drawings. Elements of SVG have classes instead of style attributes, which the policy of pages
 * forbids.
 */
export const DRAWING_STYLE = `
:root {
  --coding: #1f6fb2; --utr: #9cc5e6; --noncoding: #7a8794; --merged: #b7791f; --axis: #8a949d; --grid: #e6ebef;
  --accent: #c2410c; --good: #15803d; --band-1: #f3f6f8; --band-2: #e6ecf0;
  /* Neutral, and colours that tell kinds apart: blue, orange, green, purple, red, olive, teal, pink. */
  --c0: #7a8794; --c1: #0a5aa8; --c2: #b4500b; --c3: #0b7a5a; --c4: #7a2e8e; --c5: #b3261e; --c6: #5f6b00; --c7: #0e7490;
  --c8: #a8336f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --coding: #5aa9ec; --utr: #28567e; --noncoding: #8b98a5; --merged: #e3b25c; --axis: #7d8892; --grid: #262e35;
    --accent: #fb923c; --good: #4ade80; --band-1: #181e23; --band-2: #20272d;
    --c0: #8b98a5; --c1: #7fbcff; --c2: #f5a35c; --c3: #6fd6ac; --c4: #d3a1ee; --c5: #ff9088; --c6: #c7d25a; --c7: #62cfe2;
    --c8: #f29bc6;
  }
}
svg.drawing { display: block; width: 100%; height: auto; overflow: visible; font: 12px/1 system-ui, sans-serif; }
svg.drawing text { fill: var(--text); }
svg.drawing text.soft { fill: var(--soft); }
svg.drawing .axis { stroke: var(--axis); stroke-width: 1; fill: none; }
svg.drawing .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
svg.drawing .end { text-anchor: end; }
svg.drawing .middle { text-anchor: middle; }
svg.drawing .small { font-size: 10.5px; }
svg.drawing text.ground { fill: var(--ground); }
svg.drawing text.number { pointer-events: none; }
svg.drawing .strong { font-weight: 600; }
svg.drawing a { fill: var(--link); text-decoration: none; }
svg.drawing a text { fill: var(--link); }
svg.drawing a:hover text, svg.drawing a:focus text { text-decoration: underline; }
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
}
`;
