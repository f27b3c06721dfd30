/** Effects of variants on transcripts of the demo: the simple cases, without splicing and HGVS. */
import { reverseComplement } from '../../../src/genome/bases.ts';
import type { AnnotatedGene, AnnotatedTranscript } from '../genes/annotation.ts';
import { senseBases, splicedPosition } from '../genes/locus.ts';
import { ascii, asText, translate } from '../sequence/genetic-code.ts';
import type { VariationSource } from './variation-database.ts';

type VariantClass = 'SNV' | 'insertion' | 'deletion';

export interface Variant {
  name: string;
  kind: VariantClass;
  source: VariationSource;
  somatic?: boolean;
  /** An insertion is between end and start = end + 1. */
  start: number;
  end: number;
  reference: string;
  alternative: string;
  significance?: string;
}

export interface Effect {
  transcript: AnnotatedTranscript;
  consequence: string;
  /** 1-based in the spliced transcript; null in introns. */
  cdnaStart: number | null;
  /** 1-based; null outside the coding sequence. */
  cdsStart: number | null;
  codons: string | null;
  residues: string | null;
}

/** A base of a gene on the forward strand. @param position on the region, within the gene */
export function baseAt(gene: AnnotatedGene, position: number): string {
  const sense = senseBases(gene.locus);
  return asText(
    gene.strand === 1
      ? sense.subarray(position - gene.start, position - gene.start + 1)
      : reverseComplement(sense.subarray(gene.end - position, gene.end - position + 1)),
  );
}

/** Empty for a variant outside the transcript, otherwise one effect. */
export function effectOn(
  gene: AnnotatedGene,
  transcript: AnnotatedTranscript,
  { kind, start, end, alternative }: Variant,
): Effect[] {
  const first = Math.min(start, end);
  if (first < transcript.start || Math.max(start, end) > transcript.end) return [];
  const none = { transcript, cdnaStart: null, cdsStart: null, codons: null, residues: null };
  const { exons, cds } = transcript.isoform;
  // The position of an insertion is the base after it, in the transcript's sense.
  const position = splicedPosition(exons, gene.strand === 1 ? start - gene.start : gene.end - end);
  if (position < 0) return [{ ...none, consequence: 'intron_variant' }];
  const inExon = { ...none, cdnaStart: position + 1 };
  if (!cds || !transcript.translation) return [{ ...inExon, consequence: 'non_coding_transcript_exon_variant' }];
  if (position < cds.start) return [{ ...inExon, consequence: '5_prime_UTR_variant' }];
  if (position >= cds.end) return [{ ...inExon, consequence: '3_prime_UTR_variant' }];
  const offset = position - transcript.translation.frameStart;
  const inCoding = { ...inExon, cdsStart: offset + 1 };
  if (kind !== 'SNV')
    return [{ ...inCoding, consequence: kind === 'insertion' ? 'inframe_insertion' : 'inframe_deletion' }];
  const codonAt = transcript.translation.frameStart + Math.floor(offset / 3) * 3;
  const codon = transcript.spliced.slice(codonAt, codonAt + 3);
  if (codonAt < 0 || codon.length < 3) return [{ ...inCoding, consequence: 'coding_sequence_variant' }];
  const changed = codon.slice();
  changed.set(gene.strand === 1 ? ascii(alternative) : reverseComplement(ascii(alternative)), offset % 3);
  const [before, after] = [translate(codon, gene.locus.codonTable), translate(changed, gene.locus.codonTable)];
  const consequence =
    before === after
      ? 'synonymous_variant'
      : after === '*'
        ? 'stop_gained'
        : before === '*'
          ? 'stop_lost'
          : offset < 3
            ? 'start_lost'
            : 'missense_variant';
  return [
    {
      ...inCoding,
      consequence,
      codons: `${asText(codon)}/${asText(changed)}`,
      residues: before === after ? before : `${before}/${after}`,
    },
  ];
}
