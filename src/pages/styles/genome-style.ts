/** Chromosomes of a genome. */
export const GENOME_STYLE = `
.karyotype { list-style: none; margin: 0.5rem 0; padding: 0; }
.karyotype li { max-width: none; display: grid; grid-template-columns: minmax(0, 1fr) 13rem; gap: 0 1rem;
align-items: end; }
.karyotype a {
  display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0 0.5rem; align-items: end; text-decoration: none;
  border-radius: 5px; padding: 0.2rem 0;
}
.karyotype a:hover { background: var(--raised); }
.karyotype a > span { overflow-wrap: anywhere; line-height: 1.1; }
.karyotype li > .soft { font-size: 0.875rem; font-variant-numeric: tabular-nums; padding-bottom: 0.15rem; }
svg.chromosome { display: block; }
.chromosome .density { fill: var(--coding); }
.chromosome .outline { fill: none; stroke: var(--axis); vector-effect: non-scaling-stroke; }
.chromosome .gneg { fill: var(--raised); } .chromosome .gpos25 { fill: #0002; } .chromosome .gpos33 { fill: #0003; }
.chromosome .gpos50 { fill: #0005; } .chromosome .gpos66 { fill: #0007; } .chromosome .gpos75 { fill: #0009; }
.chromosome .gpos100 { fill: #000c; } .chromosome .tip { fill: var(--line); }
.chromosome .acen { fill: var(--accent); } .chromosome .gvar { fill: var(--utr); } .chromosome .stalk {
fill: var(--noncoding); }
@media (prefers-color-scheme: dark) {
  .chromosome .gpos25 { fill: #fff2; } .chromosome .gpos33 { fill: #fff3; } .chromosome .gpos50 { fill: #fff5; }
  .chromosome .gpos66 { fill: #fff7; } .chromosome .gpos75 { fill: #fff9; } .chromosome .gpos100 { fill: #fffc; }
}
@media (max-width: 40rem) {
  .karyotype li { grid-template-columns: minmax(0, 1fr); }
  .karyotype a { grid-template-columns: 3.5rem minmax(0, 1fr); }
  .karyotype li > .soft { padding-left: 4rem; }
}
`;
