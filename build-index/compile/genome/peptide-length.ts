import { reverseComplement } from '../../../src/genome/bases.ts';
import type { ExonRecord, TranscriptRecord, TranslationRecord } from '../../../src/genome/gene-record.ts';
import { exonLength } from '../../../src/genome/transcript.ts';
import { codingSequence, splice, translate } from '../../../src/genome/translation.ts';
import type { GeneBases } from './gene-bases.ts';
import { isCircular, type DumpRegion } from './regions.ts';

/**
 * Residues of a translation as the server will translate it, so that a lookup can tell without reading the bases; null
 * when the database has no dna.
 */
export function peptideLength(
  bases: GeneBases, region: DumpRegion, transcript: TranscriptRecord, exons: readonly ExonRecord[], translation: TranslationRecord,
): number | null {
  const circularLength = isCircular(region) ? region.length : 0;
  const exonBases: Uint8Array[] = [];
  for (const exon of exons) {
    const forward = bases.read(region, exon.start, exon.end);
    if (!forward) return null;
    exonBases.push(exon.strand === -1 ? reverseComplement(forward) : forward);
  }
  const lengths = exons.map((exon) => exonLength(exon, circularLength));
  const coding = codingSequence(transcript, exons, lengths, translation, splice(transcript, exonBases));
  const codonTable = Number(region.attribs.get('codon_table')?.[0] ?? 1);
  return translate(coding, codonTable, translation).length;
}
