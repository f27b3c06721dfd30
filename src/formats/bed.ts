/**
 * BED as the overlap operations write it: six columns a feature; transcripts and CDS get the twelve of BED and the
 * eight of UCSC's extended gene prediction table. https://genome.ucsc.edu/FAQ/FAQformat.html
 */

/**
 * One line. Coordinates here 1-based inclusive on the forward strand, counted on behind the origin of a circle (BED
 * knows no circles); the text has BED's 0-based half-open ones.
 */
export interface BedFeature {
  /** The name to write, UCSC's where it has one: see `ucscName`. */
  chromosome: string;
  start: number;
  end: number;
  /** Stable id, variant name, logic name of a repeat, label of a simple feature …; empty for none. */
  name: string;
  strand: 1 | 0 | -1;
  transcript?: BedTranscript;
}

export interface BedTranscript {
  /** Lowest and highest coding base on the genome; null for a transcript without translation. */
  coding: { start: number; end: number } | null;
  /** Whether the 5' and the 3' end of the CDS is missing (attributes cds_start_NF, cds_end_NF). */
  cdsStartIncomplete: boolean;
  cdsEndIncomplete: boolean;
  /** `phase` as in the database, -1 for none; `coding`: the exon holds coding bases. */
  exons: readonly { start: number; end: number; phase: number; coding: boolean }[];
  displayName: string | null;
  biotype: string;
  gene: { id: string; displayName: string | null; biotype: string };
}

/** One line a feature, each ended; empty text for no feature. */
export function bed(features: readonly BedFeature[]): string {
  let text = '';
  for (const feature of features) text += `${bedColumns(feature).join('\t')}\n`;
  return text;
}

/**
 * What UCSC calls a seq region: its synonym from there, else 'chrM' for a chromosome MT, else 'chr' before the name
 * of a reference chromosome, else the name itself.
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
  // Start and end of the CDS status are those on the genome: they change places on the reverse strand.
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
