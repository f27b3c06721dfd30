/**
 * BED for the overlap operations: six columns per feature. Transcripts and CDS have the twelve columns of BED and eight
 * of UCSC's extended gene prediction table. https://genome.ucsc.edu/FAQ/FAQformat.html
 */

/**
 * One line. Coordinates are 1-based inclusive on the forward strand; the text has BED's 0-based half-open coordinates.
 * Over the origin of a circular region, `end` exceeds its length, since BED has no circular regions.
 */
export interface BedFeature {
  /** Name of the seq region in UCSC's genome browser: see `ucscName`. */
  chromosome: string;
  start: number;
  end: number;
  /** Stable id, variant name, logic name of a repeat, label of a simple feature …; empty if there is none. */
  name: string;
  strand: 1 | 0 | -1;
  transcript?: BedTranscript;
}

export interface BedTranscript {
  /** First and last coding base on the genome; null for a transcript without translation. */
  coding: { start: number; end: number } | null;
  /** Whether the 5' end of the CDS is missing (attribute cds_start_NF). */
  cdsStartIncomplete: boolean;
  /** Whether the 3' end of the CDS is missing (attribute cds_end_NF). */
  cdsEndIncomplete: boolean;
  /** `phase` as in the database, -1 for none; `coding` if the exon contains coding bases. */
  exons: readonly { start: number; end: number; phase: number; coding: boolean }[];
  displayName: string | null;
  biotype: string;
  gene: { id: string; displayName: string | null; biotype: string };
}

/** One line per feature, each with a newline. */
export function bed(features: readonly BedFeature[]): string {
  let text = '';
  for (const feature of features) text += `${bedColumns(feature).join('\t')}\n`;
  return text;
}

/**
 * UCSC's name of a seq region: its UCSC synonym, else 'chrM' for the chromosome MT, else 'chr' and the name for a
 * reference chromosome, else the name.
 */
export function ucscName(region: {
  name: string;
  ucscSynonym?: string | null;
  isChromosome: boolean;
  isReference: boolean;
}): string {
  if (region.ucscSynonym) return region.ucscSynonym;
  if (!region.isChromosome) return region.name;
  if (region.name === 'MT') return 'chrM';
  return region.isReference ? `chr${region.name}` : region.name;
}

function bedColumns(feature: BedFeature): (string | number)[] {
  const start = feature.start - 1;
  const columns: (string | number)[] = [
    feature.chromosome,
    start,
    feature.end,
    feature.name,
    1000,
    feature.strand === -1 ? '-' : '+',
  ];
  if (feature.transcript) columns.push(...genePredColumns(start, feature.strand, feature.transcript));
  return columns;
}

function genePredColumns(start: number, strand: number, transcript: BedTranscript): (string | number)[] {
  const exons = [...transcript.exons].sort((a, b) => a.start - b.start);
  const commas = (value: (exon: (typeof exons)[number]) => number) => exons.map((exon) => `${value(exon)},`).join('');
  // The columns are in genomic order, so that the 3' end comes first on the reverse strand.
  let status = ['none', 'none'];
  if (transcript.coding) {
    status = [transcript.cdsStartIncomplete ? 'incmpl' : 'cmpl', transcript.cdsEndIncomplete ? 'incmpl' : 'cmpl'];
    if (strand === -1) status.reverse();
  }
  return [
    // A transcript without CDS has an empty thick part at its start.
    transcript.coding ? transcript.coding.start - 1 : start,
    transcript.coding ? transcript.coding.end : start,
    '0,0,0',
    exons.length,
    commas((exon) => exon.end - exon.start + 1),
    commas((exon) => exon.start - 1 - start),
    transcript.displayName || 'none',
    ...status,
    // A coding exon that begins in UTR has phase -1 in the database and frame 0 here.
    commas((exon) => (exon.coding && exon.phase === -1 ? 0 : exon.phase)),
    transcript.biotype,
    transcript.gene.id,
    transcript.gene.displayName || 'none',
    transcript.gene.biotype,
  ];
}
