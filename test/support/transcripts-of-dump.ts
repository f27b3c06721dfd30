/** Assembles the transcripts of a dump from its rows only: bases of regions, exons, introns and attributes. */
import { type Dump, type DumpRow, columnOf } from './read-dump.ts';
import { at, get } from '../../src/checked.ts';

const COMPLEMENT = new Map(Object.entries({ A: 'T', C: 'G', G: 'C', T: 'A', N: 'N' }));
const reverseComplement = (bases: string): string =>
  [...bases]
    .reverse()
    .map((base) => get(COMPLEMENT, base))
    .join('');

export interface DumpTranscript {
  id: string;
  biotype: string;
  region: string;
  exons: { start: number; end: number; phase: number; endPhase: number; bases: string }[];
  introns: string[];
  attribs: Map<string, string>;
  translation: {
    id: string;
    startExon: number;
    seqStart: number;
    endExon: number;
    seqEnd: number;
    attribs: Map<string, string>;
  } | null;
}

/** Bases of every assembled region by seq_region_id, with N where there is no component. */
export function regionBases(dump: Dump): Map<string, string> {
  const dna = new Map(dump.rows('dna').map((row) => [columnOf(row, 'seq_region_id'), columnOf(row, 'sequence')]));
  const lengths = new Map(dump.rows('seq_region').map((row) => [columnOf(row, 'seq_region_id'), Number(row.length)]));
  const regions = new Map<string, string[]>();
  const components = dump.rows('assembly').filter((row) => dna.has(columnOf(row, 'cmp_seq_region_id')));
  for (const row of components.sort((a, b) => Number(a.asm_start) - Number(b.asm_start))) {
    const parts = regions.get(columnOf(row, 'asm_seq_region_id')) ?? [];
    regions.set(columnOf(row, 'asm_seq_region_id'), parts);
    const filled = parts.reduce((sum, part) => sum + part.length, 0);
    const component = get(dna, columnOf(row, 'cmp_seq_region_id')).slice(
      Number(row.cmp_start) - 1,
      Number(row.cmp_end),
    );
    parts.push(
      'N'.repeat(Number(row.asm_start) - 1 - filled),
      row.ori === '1' ? component : reverseComplement(component),
    );
  }
  return new Map([...regions].map(([id, parts]) => [id, parts.join('').padEnd(get(lengths, id), 'N')]));
}

/**
 * Bases start..end of a region, 1-based inclusive, across the origin if start > end; reverse complement for strand -1.
 */
function slice(region: string, start: number, end: number, strand: number): string {
  const forward = start <= end ? region.slice(start - 1, end) : region.slice(start - 1) + region.slice(0, end);
  return strand === 1 ? forward : reverseComplement(forward);
}

export function transcriptsOf(dump: Dump): DumpTranscript[] {
  const regions = regionBases(dump);
  const names = new Map(dump.rows('seq_region').map((row) => [columnOf(row, 'seq_region_id'), columnOf(row, 'name')]));
  const codes = new Map(
    dump.rows('attrib_type').map((row) => [columnOf(row, 'attrib_type_id'), columnOf(row, 'code')]),
  );
  const exons = new Map(dump.rows('exon').map((row) => [columnOf(row, 'exon_id'), row]));
  const exonsOf = Map.groupBy(dump.rows('exon_transcript'), (row) => columnOf(row, 'transcript_id'));
  const attribs = (table: string, key: string) =>
    new Map(
      [...Map.groupBy(dump.rows(table), (row) => columnOf(row, key))].map(([id, rows]) => [
        id,
        new Map(rows.map((row) => [get(codes, columnOf(row, 'attrib_type_id')), columnOf(row, 'value')])),
      ]),
    );
  const transcriptAttribs = attribs('transcript_attrib', 'transcript_id');
  const translationAttribs = attribs('translation_attrib', 'translation_id');
  const translations = new Map(dump.rows('translation').map((row) => [columnOf(row, 'transcript_id'), row]));

  return dump.rows('transcript').map((row) => {
    const strand = Number(row.seq_region_strand);
    const region = get(regions, columnOf(row, 'seq_region_id'));
    const own = get(exonsOf, columnOf(row, 'transcript_id'))
      .sort((a, b) => Number(a.rank) - Number(b.rank))
      .map((part) => get(exons, columnOf(part, 'exon_id')));
    const place = (exon: DumpRow): [number, number] => [Number(exon.seq_region_start), Number(exon.seq_region_end)];
    const introns = own.slice(1).map((exon, index) => {
      const [before, after] = [place(at(own, index)), place(exon)];
      return strand === 1
        ? slice(region, before[1] + 1, after[0] - 1, 1)
        : slice(region, after[1] + 1, before[0] - 1, -1);
    });
    const translation = translations.get(columnOf(row, 'transcript_id'));
    return {
      id: columnOf(row, 'stable_id'),
      biotype: columnOf(row, 'biotype'),
      region: get(names, columnOf(row, 'seq_region_id')),
      introns,
      attribs: transcriptAttribs.get(columnOf(row, 'transcript_id')) ?? new Map(),
      exons: own.map((exon) => ({
        start: Number(exon.seq_region_start),
        end: Number(exon.seq_region_end),
        phase: Number(exon.phase),
        endPhase: Number(exon.end_phase),
        bases: slice(region, ...place(exon), strand),
      })),
      translation: translation
        ? {
            id: columnOf(translation, 'stable_id'),
            seqStart: Number(translation.seq_start),
            seqEnd: Number(translation.seq_end),
            startExon: own.findIndex(({ exon_id }) => exon_id === translation.start_exon_id),
            endExon: own.findIndex(({ exon_id }) => exon_id === translation.end_exon_id),
            attribs: translationAttribs.get(columnOf(translation, 'translation_id')) ?? new Map(),
          }
        : null,
    };
  });
}
