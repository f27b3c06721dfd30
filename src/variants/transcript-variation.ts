/**
 * What a variant does to a transcript: a place of a variant and the rows of transcript_variation (one an alternative
 * allele) that lie in the coding sequence. Record of the sorted table `transcript-variations`, under the transcript's
 * lower-cased stable id, which has one for each variant.
 */
import { mostSevere } from './consequences.ts';

export interface TranscriptAllele {
  /** Reference and alternative allele on the variant's strand: 'C/T'. */
  alleles: string;
  somatic: boolean;
  /** SO terms. */
  consequences: string[];
  cdsStart: number | null;
  /**
   * Codons and residues with the reference allele and this one, '/' between: 'GCG/GTG', 'A/V', 'L' where nothing
   * changes.
   */
  codons: string | null;
  residues: string | null;
  sift: number | null;
  polyphen: number | null;
}

export interface TranscriptVariationRecord {
  name: string;
  alleleString: string;
  /** Ordinal of the variant's region, and its place there. */
  region: number;
  start: number;
  end: number;
  somatic: boolean;
  minorAlleleFrequency: number | null;
  clinicalSignificance: string[];
  /** Residues, 1-based. */
  translationStart: number | null;
  translationEnd: number | null;
  rows: TranscriptAllele[];
}

/** What some of its alleles (at least one) do together, in Ensembl's wording. */
interface TranscriptEffect {
  consequence: string | null;
  codons: string;
  residues: string;
  sift: number | null;
  polyphen: number | null;
}

export function effectOf(rows: readonly TranscriptAllele[]): TranscriptEffect {
  const [first] = rows;
  const reference = split(first!.alleles)[0];
  const codons = [displayCodon(first!, split(first!.codons)[0], reference)];
  const residues = [split(first!.residues)[0]];
  for (const row of rows) {
    const [, alternative] = split(row.alleles);
    codons.push(displayCodon(row, split(row.codons)[1], alternative ?? reference));
    // Where the residue stays the same it is written once.
    residues.push(split(row.residues)[1] ?? split(row.residues)[0]);
  }
  const joined = (parts: (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== '').join('/');
  return {
    consequence: mostSevere(rows.flatMap(({ consequences }) => consequences)),
    codons: joined(codons),
    residues: joined(residues),
    sift: first!.sift,
    polyphen: first!.polyphen,
  };
}

/** The codon in lower case but for the bases of the allele. */
function displayCodon(
  { cdsStart }: TranscriptAllele,
  codon: string | undefined,
  allele: string | undefined,
): string | undefined {
  if (codon === undefined || cdsStart === null) return codon?.toLowerCase();
  const lower = codon.toLowerCase();
  if (allele === undefined || allele === '-') return lower;
  const at = (cdsStart - 1) % 3;
  return lower.slice(0, at) + codon.slice(at, at + allele.length).toUpperCase() + lower.slice(at + allele.length);
}

function split(text: string | null): (string | undefined)[] {
  return text ? text.split('/') : [];
}
