/**
 * GFF3 for the overlap operations: https://github.com/The-Sequence-Ontology/Specifications/blob/master/gff3.md
 * A version line, a line with the requested region, then one line per feature.
 */

type AttributeValue = string | number | null | undefined | readonly (string | number | null)[];

/** One line. Coordinates are 1-based inclusive on the forward strand. */
export interface GffFeature {
  seqRegion: string;
  /** The source of the feature, else gff_source of its analysis, else null (written as '.'). */
  source: string | null;
  /** Sequence Ontology term: 'gene', 'mRNA', 'exon', 'CDS', 'repeat_region', 'biological_region' … */
  type: string;
  start: number;
  end: number;
  score?: number | string | null;
  strand: 1 | 0 | -1;
  /** Bases before the first complete codon; only for CDS. */
  phase?: number | string | null;
  /** Length of a circular seq region. It is added to the end of a feature over the origin (start > end). */
  circularLength?: number;
  /**
   * Column 9. First the reserved keys of GFF3 (ID, Name, Alias, Parent, Dbxref …) in the order of the specification,
   * without empty values and 0; then the others, sorted, without nulls and empty lists. `ID` and `Parent` include
   * their prefix ('gene:ENSG…', 'transcript:ENST…').
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

/** The header lines. */
export function gff3Opening({ name, start, end }: { name: string; start: number; end: number }): string {
  return `##gff-version 3\n##sequence-region   ${name} ${start} ${end}\n`;
}

/** The lines of features, each with a newline. */
export function gff3Lines(features: readonly GffFeature[]): string {
  let text = '';
  for (const feature of features) text += `${gff3Line(feature)}\n`;
  return text;
}

function gff3Line(feature: GffFeature): string {
  let { start, end } = feature;
  // GFF3 requires start <= end. start > end means a feature over the origin of a circular region, or an insertion.
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
    if (value && value !== '0') addAttribute(parts, key, value);
  }
  for (const key of Object.keys(attributes)
    .filter((key) => !RESERVED.includes(key))
    .sort())
    addAttribute(parts, key, attributes[key]);
  return parts.join(';');
}

function addAttribute(parts: string[], key: string, value: AttributeValue): void {
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

/** Percent-encodes characters with a meaning in GFF3, but neither spaces nor colons. */
function escape(value: string | number | null): string {
  return String(value).replace(
    /[\t\n\r;=%&,]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
