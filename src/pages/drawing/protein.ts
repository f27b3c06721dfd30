/** A protein with its domains, to scale: a row for each source of domains. */
import type { Html } from '../html.ts';
import { spanOn, strip } from './strip.ts';
import { svg } from './svg.ts';

export interface ProteinFeature {
  /** Source: Pfam, SMART … */
  type: string;
  id: string;
  description: string;
  interpro: string;
  start: number;
  end: number;
}

/** Sources in the order of their rows; others follow. */
const ORDER = [
  'Pfam',
  'Smart',
  'CDD',
  'PROSITE_profiles',
  'PROSITE_patterns',
  'Prints',
  'SuperFamily',
  'Gene3D',
  'PANTHER',
];
const MAX_ROWS = 12;

/** The features by source, at most a dozen of these. */
export function featuresBySource(features: readonly ProteinFeature[]): [source: string, features: ProteinFeature[]][] {
  const rank = (source: string) => {
    const found = ORDER.findIndex((each) => each.toLowerCase() === source.toLowerCase());
    return found < 0 ? ORDER.length : found;
  };
  return [...Map.groupBy(features, ({ type }) => type)]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, MAX_ROWS);
}

/** The protein itself; parts of different exons alternate in shade. @param joins residues where exons join */
export function proteinStrip(length: number, joins: readonly number[]): Html {
  const view = { start: 1, end: length };
  const ends = [...joins, length];
  const parts = ends.map((end, which) => {
    const from = ends[which - 1] ?? 0;
    const { x, width } = spanOn({ start: from + 1, end }, view);
    return svg`<rect class="part-${which % 2 ? 'even' : 'odd'}" x="${x}" width="${width}" y="5"
height="12"><title>Exon ${String(
      which + 1,
    )} of the coding sequence: residues ${String(Math.floor(from) + 1)} to ${String(Math.ceil(end))}</title></rect>
`;
  });
  return strip(22, `Protein of ${length} residues from ${ends.length} coding exons`, parts);
}

/** Domains of one source. Names are shown where they fit. @param shade 0 to 5 */
export function domainStrip(features: readonly ProteinFeature[], length: number, shade: number): Html {
  const view = { start: 1, end: length };
  const boxes = features.map((feature) => {
    const { x, width } = spanOn(feature, view);
    const name = feature.description || feature.id;
    const text =
      `${name}\n${[feature.id, feature.interpro].filter(Boolean).join(' · ')}\nresidues ` +
      `${feature.start}–${feature.end}`;
    return svg`<svg x="${x}" width="${width}" y="2" height="18"><title>${text}</title>
<rect class="domain shade-${String(shade % 6)}" width="100%" height="18" rx="4"/>
${share(feature, length) > 0.07 ? svg`<text x="6" y="13">${name}</text>` : ''}</svg>
`;
  });
  return strip(22, features.map(({ id, start, end }) => `${id} ${start} to ${end}`).join(', '), boxes);
}

/** Part of the protein that a feature takes. */
function share({ start, end }: ProteinFeature, length: number): number {
  return (end - start + 1) / length;
}
