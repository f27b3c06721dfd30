/**
 * A release for refget: a linear and a circular sequence of the lengths that GA4GH's compliance suite expects (its
 * yeast chromosomes are not part of the project), a chromosome assembled of contigs, one without bases, a long one, a Y
 * with a pseudo-autosomal region of X, a patch; and a second species with the same linear sequence.
 *
 * Bases are made by a rule: base i is that of bits 16 and 17 of the state after i + 1 steps of a linear congruential
 * generator that begins with the sequence's seed.
 */
import { CompiledRelease } from '../../support/compiled-release.ts';
import type { DumpRows } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

function madeBases(seed: number, length: number): string {
  const bases = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bases[index] = 'ACGT'.charCodeAt((state >>> 16) & 3);
  }
  return bases.toString('latin1');
}

function reverseComplement(bases: string): string {
  return [...bases]
    .reverse()
    .map((base) => 'TGCA'.charAt('ACGT'.indexOf(base)))
    .join('');
}

const [FIRST, SECOND] = [madeBases(4, 700), madeBases(5, 900)];
const X = madeBases(6, 3000);
const Y = madeBases(7, 2000);
/** The dump has some letters in lower case, and letters of IUPAC's code. */
const LINEAR = madeBases(1, 230_218 - 4) + 'NRYN';

/** The bases that the service must show, by name of the region. */
export const SEQUENCES = {
  L: LINEAR,
  C: madeBases(2, 5386),
  // Two intervals of contigs, the second reversed, and gaps.
  '2': `${FIRST.slice(0, 600)}${'N'.repeat(50)}${reverseComplement(SECOND.slice(100))}${'N'.repeat(30)}`,
  // A whole contig, as many scaffolds are.
  S: FIRST,
  'K1.1': FIRST,
  'K2.1': SECOND,
  // Three pieces of an answer.
  BIG: madeBases(3, 9_000_000),
  X,
  Y: X.slice(0, 500) + Y.slice(500),
} as const;

const CHROMOSOMES = ['L', 'C', '2', 'BIG', 'X', 'Y', 'S'] as const;
const [FIRST_ID, CONTIG_ID, PATCH_ID] = [20, 40, 50];

function idOf(name: keyof typeof SEQUENCES): number {
  const contig = ['K1.1', 'K2.1'].indexOf(name);
  return contig === -1 ? FIRST_ID + CHROMOSOMES.findIndex((each) => name === each) : CONTIG_ID + contig;
}

const exception = (seq_region_id: number, [start, end]: [number, number], exc_type: string) => ({
  seq_region_id,
  seq_region_start: start,
  seq_region_end: end,
  exc_type,
  exc_seq_region_id: idOf('X'),
  exc_seq_region_start: start,
  exc_seq_region_end: end,
  ori: 1,
});

const part = (asm: number, cmp: number, asm_start: number, cmp_start: number, length: number, ori: number) => ({
  asm_seq_region_id: asm,
  cmp_seq_region_id: cmp,
  asm_start,
  asm_end: asm_start + length - 1,
  cmp_start,
  cmp_end: cmp_start + length - 1,
  ori,
});

/** Region 1 of oneGeneDatabase, of 5,000 bases, has no dna. */
const database: DumpRows = oneGeneDatabase('fictus_digestus', {
  coord_system: [
    {
      coord_system_id: 2,
      species_id: 1,
      name: 'contig',
      version: null,
      rank: 2,
      attrib: 'default_version,sequence_level',
    },
  ],
  attrib_type: [
    { attrib_type_id: 7, code: 'circular_seq', name: 'Circular' },
    { attrib_type_id: 8, code: 'non_ref', name: 'Non reference' },
  ],
  external_db: [
    { external_db_id: 50, db_name: 'RefSeq_genomic', db_release: null, db_display_name: 'RefSeq', description: null },
    { external_db_id: 51, db_name: 'UCSC', db_release: null, db_display_name: 'UCSC', description: null },
  ],
  seq_region: [
    ...CHROMOSOMES.map((name) => ({
      seq_region_id: idOf(name),
      name,
      coord_system_id: 1,
      length: SEQUENCES[name].length,
    })),
    { seq_region_id: idOf('K1.1'), name: 'K1.1', coord_system_id: 2, length: FIRST.length },
    { seq_region_id: idOf('K2.1'), name: 'K2.1', coord_system_id: 2, length: SECOND.length },
    { seq_region_id: PATCH_ID, name: 'PATCH', coord_system_id: 1, length: X.length },
  ],
  seq_region_attrib: [
    ...[...CHROMOSOMES.map(idOf), PATCH_ID].map((seq_region_id) => ({ seq_region_id, attrib_type_id: 6, value: '1' })),
    { seq_region_id: idOf('C'), attrib_type_id: 7, value: '1' },
    { seq_region_id: PATCH_ID, attrib_type_id: 8, value: '1' },
  ],
  seq_region_synonym: [
    { seq_region_synonym_id: 2, seq_region_id: idOf('L'), synonym: 'NC_009999.1', external_db_id: 50 },
    { seq_region_synonym_id: 3, seq_region_id: idOf('L'), synonym: 'chrL', external_db_id: 51 },
    { seq_region_synonym_id: 4, seq_region_id: idOf('L'), synonym: 'länge', external_db_id: null },
  ],
  assembly: [
    part(idOf('2'), idOf('K1.1'), 1, 1, 600, 1),
    part(idOf('S'), idOf('K1.1'), 1, 1, 700, 1),
    part(idOf('2'), idOf('K2.1'), 651, 101, 800, -1),
  ],
  assembly_exception: [exception(idOf('Y'), [1, 500], 'PAR'), exception(PATCH_ID, [1000, 1100], 'PATCH_FIX')].map(
    (row, index) => ({ assembly_exception_id: index + 1, ...row }),
  ),
  dna: [
    { seq_region_id: idOf('L'), sequence: LINEAR.slice(0, 1000) + LINEAR.slice(1000).toLowerCase() },
    { seq_region_id: idOf('C'), sequence: SEQUENCES.C },
    { seq_region_id: idOf('BIG'), sequence: SEQUENCES.BIG },
    { seq_region_id: idOf('X'), sequence: X },
    { seq_region_id: idOf('Y'), sequence: Y },
    { seq_region_id: idOf('K1.1'), sequence: FIRST },
    { seq_region_id: idOf('K2.1'), sequence: SECOND },
    { seq_region_id: PATCH_ID, sequence: madeBases(8, X.length) },
  ],
});

/** A second species, whose only chromosome has the linear sequence. */
const sibling: DumpRows = oneGeneDatabase('fictus_alter', { dna: [{ seq_region_id: 11, sequence: LINEAR }] });
at(present(sibling.seq_region), 0).length = LINEAR.length;

function present<T>(list: T[] | undefined): T[] {
  return list ?? [];
}

export function refgetRelease(): Promise<CompiledRelease> {
  return CompiledRelease.from([
    ['fictus_digestus', 'core', database],
    ['fictus_alter', 'core', sibling],
  ]);
}
