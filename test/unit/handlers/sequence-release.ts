/**
 * A small release with bases in memory, written with the compiler's writers: a chromosome of two stored pieces, one of
 * them reversed, and gaps; a circular chromosome; a patch; a contig. `TEXTS` has their bases as plain text.
 */
import type { Attribs, GeneRecord, TranscriptRecord, TranslationRecord } from '../../../src/genome/gene-record.ts';
import { encodeSeqRegion, type SeqRegion, type SequencePiece } from '../../../src/genome/seq-region.ts';
import { encodeBlock, gzip } from '../../../src/index/blocks/block.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import type { CompiledManifest, GenomeEntry, TableEntry } from '../../../src/release/manifest.ts';
import { encodeRoot } from '../../../src/release/root.ts';
import {
  ANNOTATION,
  inventedExon,
  inventedRegion,
  referenceTo,
  spanOf,
  stableIdsOf,
} from '../../support/invented-genes.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { MemoryTables } from '../../support/memory-tables.ts';
import { at, get } from '../../../src/checked.ts';

/** Pseudorandom bases, equal in every run. */
function letters(seed: number, length: number): string {
  let state = seed;
  return Array.from(
    { length },
    () => 'ACGT'[((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >>> 16) & 3],
  ).join('');
}

export function reverseComplement(text: string): string {
  const pairs: Record<string, string> = { A: 'T', C: 'G', G: 'C', T: 'A', a: 't', c: 'g', g: 'c', t: 'a' };
  return [...text]
    .reverse()
    .map((letter) => pairs[letter] ?? letter)
    .join('');
}

interface StoredSequence {
  text: string;
  /** Masked intervals, 1-based inclusive. */
  masked: [number, number][];
}

const STORED = {
  first: {
    text: letters(1, 1000),
    masked: [
      [50, 120],
      [400, 410],
    ],
  },
  second: { text: letters(2, 1500), masked: [[100, 149]] },
  circle: { text: letters(3, 600), masked: [] },
  patch: { text: letters(4, 60), masked: [] },
} satisfies Record<string, StoredSequence>;

interface StoredPiece extends SequencePiece {
  of: keyof typeof STORED;
}

interface RegionSketch extends SeqRegion {
  pieces: StoredPiece[];
}

function region(
  ordinal: number,
  name: string,
  length: number,
  pieces: StoredPiece[],
  more: Partial<SeqRegion> = {},
): RegionSketch {
  return { ...inventedRegion(ordinal, name, { length, karyotypeRank: null, ...more }), pieces };
}

export const REGIONS: RegionSketch[] = [
  region(
    1,
    '1',
    3000,
    [
      { of: 'first', start: 1, end: 1000, from: 1, strand: 1 },
      { of: 'second', start: 1101, end: 2500, from: 51, strand: -1 },
    ],
    { synonyms: [{ name: 'CM000001.1', db: 'INSDC' }] },
  ),
  region(2, 'MT', 600, [{ of: 'circle', start: 1, end: 600, from: 1, strand: 1 }], { circular: true, codonTable: 2 }),
  region(
    3,
    'PATCH1',
    3010,
    [
      { of: 'first', start: 1, end: 200, from: 1, strand: 1 },
      { of: 'patch', start: 201, end: 260, from: 1, strand: 1 },
      { of: 'first', start: 261, end: 1010, from: 251, strand: 1 },
    ],
    {
      nonReference: true,
      exception: 'PATCH_FIX',
      synonyms: ['chr1', 'chrP'].map((name) => ({ name, db: 'UCSC' })),
      projection: [
        { start: 1, end: 200, region: 1, name: '1', from: 1, strand: 1 },
        { start: 261, end: 3010, region: 1, name: '1', from: 251, strand: 1 },
      ],
    },
  ),
  region(4, 'AC1.2', 1000, [{ of: 'first', start: 1, end: 1000, from: 1, strand: 1 }], {
    coordSystem: 'contig',
    version: null,
    rank: 2,
    topLevel: false,
  }),
  region(5, 'chrAC1', 100, [{ of: 'first', start: 1, end: 100, from: 1, strand: 1 }]),
];

/** Bases of each region as text, in upper case and soft-masked, by name. */
export const TEXTS = Object.fromEntries(
  REGIONS.map(({ name, length, pieces }) => {
    const assemble = (mask: boolean) => {
      const bases = [...'N'.repeat(length)];
      for (const { of, start, end, from, strand } of pieces) {
        const { text, masked }: StoredSequence = STORED[of];
        const shown = [...text]
          .map((letter, at) =>
            mask && masked.some(([a, b]) => at + 1 >= a && at + 1 <= b) ? letter.toLowerCase() : letter,
          )
          .join('');
        const piece = shown.slice(from - 1, from + end - start);
        bases.splice(start - 1, piece.length, ...(strand === 1 ? piece : reverseComplement(piece)));
      }
      return bases.join('');
    };
    return [name, { plain: assemble(false), soft: assemble(true) }];
  }),
);

interface TranscriptSketch {
  id: string;
  /** Indexes of exons of the gene, in the order of the transcript. */
  exons: number[];
  attribs?: Attribs;
  translations?: Pick<TranslationRecord, 'id' | 'startExon' | 'startOffset' | 'endExon' | 'endOffset'>[];
  peptideAttribs?: Attribs;
}

function gene(
  id: string,
  on: RegionSketch,
  strand: 1 | -1,
  place: [number, number],
  exons: [string, number, number, phase?: number][],
  transcripts: TranscriptSketch[],
): GeneRecord {
  const [start, end] = place;
  const common = { ...ANNOTATION, start, end, strand };
  const exonRecords = exons.map(([name, from, to, phase = -1], index) =>
    inventedExon({ id: name, dbId: index, start: from, end: to, strand }, { phase, constitutive: false }),
  );
  const transcriptRecords = transcripts.map((each): TranscriptRecord => {
    const [translation = null, ...others] = (each.translations ?? []).map(
      (one): TranslationRecord => ({ ...one, version: 3, dbId: 1, length: null, attribs: each.peptideAttribs ?? [] }),
    );
    return {
      ...common,
      ...spanOf(each.exons.map((index) => at(exonRecords, index))),
      id: each.id,
      dbId: 1,
      canonical: false,
      ccds: null,
      attribs: each.attribs ?? [],
      exons: each.exons,
      translation,
      ...(others.length > 0 ? { alternativeTranslations: others } : {}),
    };
  });
  return {
    ...common,
    id,
    version: 4,
    dbId: 1,
    canonical: null,
    region: referenceTo(on),
    exons: exonRecords,
    transcripts: transcriptRecords,
  };
}

const [chromosome, circle, patch] = [at(REGIONS, 0), at(REGIONS, 1), at(REGIONS, 2)];

export const GENES = {
  /** Its transcripts have two translations, a translation that begins inside a codon, and none. */
  forward: gene(
    'FICG1',
    chromosome,
    1,
    [101, 700],
    [
      ['FICE1', 101, 200],
      ['FICE2', 301, 360],
      ['FICE3', 501, 700, 2],
    ],
    [
      {
        id: 'FICT1',
        exons: [0, 1, 2],
        translations: [
          { id: 'FICP1', startExon: 0, startOffset: 11, endExon: 2, endOffset: 90 },
          { id: 'FICP1b', startExon: 1, startOffset: 1, endExon: 1, endOffset: 60 },
        ],
      },
      {
        id: 'FICT2',
        exons: [2],
        translations: [{ id: 'FICP2', startExon: 0, startOffset: 1, endExon: 0, endOffset: 100 }],
      },
      { id: 'FICT3', exons: [0, 2] },
    ],
  ),
  /** Spans the gap between the two pieces on the reverse strand; its transcript and its peptide are edited. */
  reverse: gene(
    'FICG2',
    chromosome,
    -1,
    [951, 1400],
    [
      ['FICE4', 1301, 1400],
      ['FICE5', 951, 1150],
    ],
    [
      {
        id: 'FICT4',
        exons: [0, 1],
        attribs: [['_rna_edit', '3 3 TTT']],
        peptideAttribs: [['amino_acid_sub', '2 2 W']],
        translations: [{ id: 'FICP4', startExon: 0, startOffset: 41, endExon: 1, endOffset: 33 }],
      },
    ],
  ),
  overOrigin: gene(
    'FICG3',
    circle,
    1,
    [551, 70],
    [
      ['FICE6', 551, 20],
      ['FICE7', 41, 70],
    ],
    [
      {
        id: 'FICT5',
        exons: [0, 1],
        translations: [{ id: 'FICP5', startExon: 0, startOffset: 1, endExon: 1, endOffset: 30 }],
      },
    ],
  ),
  onPatch: gene(
    'FICG4',
    patch,
    1,
    [190, 280],
    [
      ['FICE8', 190, 210],
      ['FICE9', 250, 280],
    ],
    [{ id: 'FICT6', exons: [0, 1] }],
  ),
};

/** Genome 0 is core of homo_fictus; 1 its otherfeatures, without bases; 2 core of nudus_fictus, without bases. */
export async function makeStore(): Promise<MemoryStore> {
  const store = new MemoryStore();
  const tables = new MemoryTables(store);
  const sorted = (object: string, rows: [string, Uint8Array][]) => tables.sorted(object, rows, true);

  const sequences = new PackedSequenceWriter(store.sink('bases'));
  const directories = new Map<string, Uint8Array>();
  for (const [name, { text, masked }] of Object.entries<StoredSequence>(STORED)) {
    sequences.begin(masked);
    await sequences.append(new TextEncoder().encode(text));
    directories.set(name, await sequences.end());
  }
  const regionRows = (withBases: boolean) =>
    REGIONS.flatMap(({ pieces, ...head }): [string, Uint8Array][] => {
      const shown = withBases ? pieces : [];
      const record = encodeSeqRegion({
        ...head,
        sequence: shown.map(({ of: _, ...piece }) => piece),
        directories: shown.map(({ of }) => get(directories, of)),
      });
      return [head.name, head.name.replace(/\.\d+$/, ''), ...head.synonyms.map(({ name }) => name)]
        .filter((name, index, names) => names.indexOf(name) === index)
        .map((name) => [name.toLowerCase(), record]);
    });

  const ids: [string, Uint8Array][] = [];
  async function genesOf(genome: number, genes: GeneRecord[]): Promise<TableEntry> {
    const { table, locations } = await tables.genes(`genes-${genome}`, genes, true);
    for (const [each, location] of locations) ids.push(...stableIdsOf(each, genome, location));
    return table;
  }

  const info = await encodeBlock(encodeDocument({}), gzip);
  store.objects.set('info', info);
  const genome = (
    species: string,
    group: string,
    aliases: string[],
    withBases: boolean,
    entries: GenomeEntry['tables'],
  ): GenomeEntry => ({
    species,
    group,
    speciesId: 1,
    aliases: [species, ...aliases],
    assembly: 'FIC1',
    sequence: withBases ? tables.entry('bases') : null,
    longest: [],
    tables: entries,
    info: tables.entry('info'),
    coordSystems: [
      { name: 'chromosome', version: 'FIC1', rank: 1, default: true, sequenceLevel: false },
      { name: 'contig', version: null, rank: 2, default: true, sequenceLevel: true },
    ],
  });
  const other: GeneRecord = {
    ...structuredClone(GENES.forward),
    id: 'ESTG1',
    transcripts: [{ ...structuredClone(at(GENES.forward.transcripts, 2)), id: 'ESTT1' }],
  };
  const bare: GeneRecord = { ...structuredClone(GENES.forward), id: 'NUDG1', transcripts: [] };
  other.exons.forEach((exon, index) => (exon.id = `ESTE${index}`));
  bare.exons = [];
  const manifest: CompiledManifest = {
    id: 'sequence-test',
    version: 115,
    species: [],
    genomes: [
      genome('homo_fictus', 'core', ['human'], true, {
        'seq-regions': await sorted('regions-0', regionRows(true)),
        genes: await genesOf(0, Object.values(GENES)),
      }),
      genome('homo_fictus', 'otherfeatures', ['human'], false, {
        'seq-regions': await sorted('regions-1', regionRows(false)),
        genes: await genesOf(1, [other]),
      }),
      genome('nudus_fictus', 'core', [], false, {
        'seq-regions': await sorted('regions-2', regionRows(false)),
        genes: await genesOf(2, [bare]),
      }),
    ],
    ids: await sorted('ids', ids),
  };
  store.values.set('current', encodeRoot(manifest, tables.attachments));
  return store;
}
