/**
 * Effects of a variant on a transcript: a place of a variant, and its rows of transcript_variation within the coding
 * sequence, one per alternative allele. Record of the sorted table `transcript-variations`, under the transcript's
 * lower-cased stable id; one record for each variant.
 */
import { at } from '../checked.ts';
import { mostSevere } from './consequences.ts';

export interface TranscriptAllele {
  /** Reference and alternative allele on the variant's strand: 'C/T'. */
  alleles: string;
  somatic: boolean;
  /** SO terms. */
  consequences: string[];
  cdsStart: number | null;
  /** Codons and residues with the reference allele and with this one: 'GCG/GTG', 'A/V', or 'L' if nothing changes. */
  codons: string | null;
  residues: string | null;
  sift: number | null;
  polyphen: number | null;
}

export interface TranscriptVariationRecord {
  /** variation_feature_id. */
  feature: number;
  name: string;
  alleleString: string;
  /** Ordinal of the variant's region; start and end are positions on it. */
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

/** Combined effect of some alleles, in Ensembl's wording. */
interface TranscriptEffect {
  consequence: string | null;
  codons: string;
  residues: string;
  sift: number | null;
  polyphen: number | null;
}

/** @param rows at least one */
export function effectOf(rows: readonly TranscriptAllele[]): TranscriptEffect {
  const first = at(rows, 0);
  const reference = split(first.alleles)[0];
  const codons = [displayCodon(first, split(first.codons)[0], reference)];
  const residues = [split(first.residues)[0]];
  for (const row of rows) {
    const [, alternative] = split(row.alleles);
    codons.push(displayCodon(row, split(row.codons)[1], alternative ?? reference));
    // An unchanged residue is stored once.
    residues.push(split(row.residues)[1] ?? split(row.residues)[0]);
  }
  const joined = (parts: (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== '').join('/');
  return {
    consequence: mostSevere(rows.flatMap(({ consequences }) => consequences)),
    codons: joined(codons),
    residues: joined(residues),
    sift: first.sift,
    polyphen: first.polyphen,
  };
}

/** The codon in lower case, with the bases of the allele in upper case. */
function displayCodon(
  { cdsStart }: TranscriptAllele,
  codon: string | undefined,
  allele: string | undefined,
): string | undefined {
  if (codon === undefined || cdsStart === null) return codon?.toLowerCase();
  const lower = codon.toLowerCase();
  if (allele === undefined || allele === '-') return lower;
  const from = (cdsStart - 1) % 3;
  const to = from + allele.length;
  return lower.slice(0, from) + codon.slice(from, to).toUpperCase() + lower.slice(to);
}

function split(text: string | null): (string | undefined)[] {
  return text ? text.split('/') : [];
}
