/**
 * GFF3 as the overlap operations write it: https://github.com/The-Sequence-Ontology/Specifications/blob/master/gff3.md
 * A version line, the region asked for, one line a feature.
 */

type AttributeValue = string | number | null | undefined | readonly (string | number | null)[];

/** One line. Coordinates 1-based inclusive on the forward strand. */
export interface GffFeature {
  seqRegion: string;
  /** Who made the feature: the feature's own source, else the analysis' gff_source, else null (written '.'). */
  source: string | null;
  /** Sequence Ontology term: 'gene', 'mRNA', 'exon', 'CDS', 'repeat_region', 'biological_region' … */
  type: string;
  start: number;
  end: number;
  score?: number | string | null;
  strand: 1 | 0 | -1;
  /** Bases to skip to the first whole codon; only for CDS. */
  phase?: number | string | null;
  /** Length of a circular seq region; a feature over its origin (start > end) then ends beyond it. */
  circularLength?: number;
  /**
   * Column 9. The keys GFF3 reserves (ID, Name, Alias, Parent, Dbxref …) come first, in its order, and are left out
   * when empty or 0; the others follow sorted, left out when null or an empty list. `ID` and `Parent` with their
   * prefix ('gene:ENSG…', 'transcript:ENST…').
   */
  attributes: Readonly<Record<string, AttributeValue>>;
}

const RESERVED = [
  'ID',
  'Name',
  'Alias',
  'Parent',
  'Target',
  'Gap',
  'Derives_from',
  'Note',
  'Dbxref',
  'Ontology_term',
  'Is_circular',
];
const STRAND: Readonly<Record<string, string>> = { '1': '+', '0': '.', '-1': '-' };

/** The lines before the first feature. */
export function gff3Opening({ name, start, end }: { name: string; start: number; end: number }): string {
  return `##gff-version 3\n##sequence-region   ${name} ${start} ${end}\n`;
}

/** The lines of some features. */
export function gff3Lines(features: readonly GffFeature[]): string {
  let text = '';
  for (const feature of features) text += `${gff3Line(feature)}\n`;
  return text;
}

function gff3Line(feature: GffFeature): string {
  let { start, end } = feature;
  // GFF3 wants start <= end: over the origin of a circle the end counts on, elsewhere (an insertion) it is the start.
  if (start > end) end = feature.circularLength ? end + feature.circularLength : start;
  return [
    feature.seqRegion,
    feature.source ?? '.',
    feature.type,
    start,
    end,
    feature.score ?? '.',
    STRAND[feature.strand] ?? '?',
    feature.phase ?? '.',
    attributeColumn(feature.attributes),
  ].join('\t');
}

function attributeColumn(attributes: GffFeature['attributes']): string {
  const parts: string[] = [];
  for (const key of RESERVED) {
    const value = attributes[key];
    if (value && value !== '0') push(parts, key, value);
  }
  for (const key of Object.keys(attributes)
    .filter((key) => !RESERVED.includes(key))
    .sort())
    push(parts, key, attributes[key]);
  return parts.join(';');
}

function push(parts: string[], key: string, value: AttributeValue): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object') {
    if (value.length > 0)
      parts.push(
        `${key}=${value
          .filter((each) => each !== null)
          .map(escape)
          .join(',')}`,
      );
  } else parts.push(`${key}=${escape(value)}`);
}

/** Percent-escapes what has a meaning in GFF3; spaces and colons stay. */
function escape(value: string | number | null): string {
  return String(value).replace(
    /[\t\n\r;=%&,]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
