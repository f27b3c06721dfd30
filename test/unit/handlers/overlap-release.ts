/**
 * A small release in memory for tests of the overlap operations: chromosome 1, a circular chromosome, a patch and a
 * chromosome Y that borrow parts of chromosome 1, and a contig on its reverse strand; genes, repeats, simple features,
 * misc features and bands.
 */
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/overlap.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { Attribs, GeneRecord, TranscriptRecord } from '../../../src/genome/gene-record.ts';
import { type Strand, encodeSeqRegion, type SeqRegion } from '../../../src/genome/seq-region.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { CompiledManifest, GenomeEntry, TableEntry } from '../../../src/release/manifest.ts';
import type { GenomeTable } from '../../../src/release/table-registry.ts';
import { Release } from '../../../src/release/release.ts';
import { encodeRoot } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  ANNOTATION,
  inventedExon,
  inventedRegion,
  inventedSpecies,
  referenceTo,
  spanOf,
  stableIdsOf,
} from '../../support/invented-genes.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { MemoryTables } from '../../support/memory-tables.ts';
import { at } from '../../../src/checked.ts';

const REGIONS = {
  one: inventedRegion(1, '1'),
  circle: inventedRegion(2, 'MT', { circular: true, length: 1000 }),
  // Its own bases are 2001-3000; the rest is chromosome 1, shifted by 100 after them.
  patch: inventedRegion(3, 'PATCH', {
    nonReference: true,
    exception: 'PATCH_FIX',
    karyotypeRank: null,
    projection: [
      { start: 1, end: 2000, region: 1, name: '1', from: 1, strand: 1 },
      { start: 3001, end: 10_000, region: 1, name: '1', from: 2901, strand: 1 },
    ],
  }),
  y: inventedRegion(4, 'Y', { projection: [{ start: 1001, end: 2000, region: 1, name: '1', from: 1, strand: 1 }] }),
  contig: inventedRegion(5, 'ctg', {
    coordSystem: 'contig',
    version: null,
    rank: 2,
    topLevel: false,
    karyotypeRank: null,
    length: 1000,
    assembledInto: [{ start: 1, end: 1000, region: 1, name: '1', from: 1, strand: -1 }],
  }),
  far: inventedRegion(7, 'far'),
  half: inventedRegion(8, 'half', {
    coordSystem: 'contig',
    version: null,
    rank: 2,
    topLevel: false,
    karyotypeRank: null,
    length: 1000,
    assembledInto: [{ start: 1, end: 1000, region: 7, name: 'far', from: 1001, strand: 1 }],
  }),
  long: inventedRegion(6, 'long', {
    length: 20_000_000,
    karyotypeRank: null,
    synonyms: [{ name: 'chrLong', db: 'UCSC' }],
  }),
};

interface Sketch {
  strand?: Strand;
  biotype?: string;
  logicName?: string;
  source?: string;
  havana?: GeneRecord['havana'];
  attribs?: Attribs;
  /** Exons in rank order. */
  exons: [id: string, start: number, end: number, phase?: number][];
  /** The offsets are positions in the first and the last exon, from 1. */
  coding?: [translation: string, startOffset: number, endOffset: number, length: number];
}

function gene(id: string, dbId: number, on: SeqRegion, sketch: Sketch): GeneRecord {
  const strand = sketch.strand ?? 1;
  const exons = sketch.exons.map(([exon, start, end, phase = -1], each) =>
    inventedExon({ id: exon, dbId: 100 * dbId + each, start, end, strand }, { phase, constitutive: each === 0 }),
  );
  const common = {
    ...ANNOTATION,
    ...spanOf(exons),
    dbId,
    strand,
    biotype: sketch.biotype ?? 'protein_coding',
    source: sketch.source ?? 'inventor',
    havana: sketch.havana ?? null,
    logicName: sketch.logicName ?? 'invention',
    displayName: `${id}-name`,
    soTerm: sketch.coding ? 'mRNA' : null,
  };
  const transcript: TranscriptRecord = {
    ...common,
    id: id.replace('G', 'T'),
    canonical: true,
    ccds: null,
    attribs: sketch.attribs ?? [],
    exons: exons.map((_, each) => each),
    translation: sketch.coding
      ? {
          id: sketch.coding[0],
          version: 3,
          dbId: 7000 + dbId,
          startExon: 0,
          startOffset: sketch.coding[1],
          endExon: exons.length - 1,
          endOffset: sketch.coding[2],
          length: sketch.coding[3],
          attribs: [],
        }
      : null,
  };
  return {
    ...common,
    soTerm: sketch.coding ? 'protein_coding_gene' : null,
    id,
    region: referenceTo(on),
    canonical: { id: transcript.id, version: 2 },
    transcripts: [transcript],
    exons,
  };
}

const { one, circle, patch, long, far } = REGIONS;
/** Partly on the contig 'half': transcript FT9 extends beyond the contig, FT9B does not. */
const split = gene('FG9', 70, far, {
  exons: [
    ['FE12', 901, 950],
    ['FE13', 1101, 1200],
    ['FE14', 1301, 1400],
  ],
  biotype: 'lncRNA',
});
split.transcripts.push({ ...at(split.transcripts, 0), id: 'FT9B', dbId: 71, start: 1101, exons: [1, 2] });
const GENES = [
  split,
  // The first exon has 50 coding bases and the second 46, so the codon of residue 17 lies on both.
  gene('FG1', 30, one, {
    exons: [
      ['FE1', 101, 200],
      ['FE2', 301, 400, 1],
    ],
    coding: ['FP1', 51, 46, 31],
    attribs: [
      ['MANE_Select', 'NM_1.1'],
      ['cds_end_NF', '1'],
      ['TSL', 'tsl1 (assigned to version 1)'],
    ],
  }),
  gene('FG2', 20, one, {
    strand: -1,
    exons: [
      ['FE3', 801, 900],
      ['FE4', 601, 700, 2],
    ],
    coding: ['FP2', 1, 50, 49],
    biotype: 'Other_coding',
    logicName: 'second',
    source: 'havana',
    havana: { id: 'OTTFG2', version: '4' },
  }),
  gene('FG3', 10, one, { exons: [['FE5', 1901, 2100]], biotype: 'lncRNA' }),
  gene('FG4', 40, circle, { exons: [['FE6', 951, 50]], coding: ['FP4', 61, 90, 9], biotype: 'lncRNA' }),
  gene('FG5', 41, circle, { exons: [['FE7', 401, 500]], biotype: 'lncRNA' }),
  gene('FG6', 50, patch, { exons: [['FE8', 2101, 2200]], biotype: 'lncRNA', logicName: '' }),
  gene('FG7', 60, long, {
    exons: [
      ['FE9', 100, 200],
      ['FE10', 9_000_000, 9_000_100],
    ],
    biotype: 'lncRNA',
  }),
  gene('FG8', 61, long, { exons: [['FE11', 1, 100]], coding: ['FP8', 11, 100, 30] }),
];
const OTHER_GENES = [gene('OG1', 1, inventedRegion(77, '1'), { exons: [['OE1', 120, 150]], biotype: 'lncRNA' })];

interface Row {
  region: SeqRegion;
  start: number;
  end: number;
  record: object;
}

const REPEATS: Row[] = [
  {
    region: one,
    start: 50,
    end: 120,
    record: {
      dbId: 3,
      strand: -1,
      name: 'AluX',
      repeatClass: 'SINE',
      repeatType: 'x',
      logicName: 'masker',
      gffSource: null,
    },
  },
  {
    region: one,
    start: 110,
    end: 140,
    record: {
      dbId: 2,
      strand: 0,
      name: 'dust',
      repeatClass: 'dust',
      repeatType: 'x',
      logicName: 'dust',
      gffSource: 'Dust',
    },
  },
];
const SIMPLE: Row[] = [
  {
    region: one,
    start: 130,
    end: 160,
    record: { dbId: 1, strand: 0, label: 'oe = 0.8', score: 12.5, logicName: 'cpg', gffSource: 'cpg' },
  },
  {
    region: one,
    start: 135,
    end: 136,
    record: { dbId: 2, strand: -1, label: '', score: null, logicName: 'Eponine', gffSource: null },
  },
];
const MISC: Row[] = [
  {
    region: one,
    start: 90,
    end: 500,
    record: {
      dbId: 2,
      strand: 1,
      attribs: [
        { code: 'org', name: 'o', value: 'SC' },
        { code: 'type', name: 't', value: 'clone' },
      ],
      sets: [{ code: 'tile', name: 'Tile path' }],
    },
  },
  {
    region: one,
    start: 80,
    end: 500,
    record: {
      dbId: 1,
      strand: 1,
      attribs: [
        { code: 'synonym', name: 's', value: 'S1' },
        { code: 'Name', name: 'n', value: 'N1' },
      ],
      sets: [
        { code: 'set32', name: '32k' },
        { code: 'tile', name: 'Tile path' },
      ],
    },
  },
];
const BANDS: Row[] = [{ region: one, start: 1, end: 5000, record: { dbId: 1, name: 'p1.1', stain: 'gneg' } }];
const DOMAIN = {
  dbId: 1,
  start: 3,
  end: 9,
  hitStart: 1,
  hitEnd: 7,
  hitName: 'PF1',
  hitDescription: null,
  logicName: 'pfam',
  analysisDb: 'Pfam',
  displayLabel: 'Pfam',
  gffSource: null,
  interpro: 'IPR1',
  interproDescription: 'A fold',
  score: 1,
  evalue: 0,
  percentIdentity: null,
  cigar: null,
  alignType: null,
};
const SIGNAL = {
  ...DOMAIN,
  dbId: 2,
  hitName: 'sig',
  hitDescription: 'a signal',
  logicName: 'SignalP',
  analysisDb: 'signalp',
  interpro: null,
  interproDescription: null,
};

/** Analyses with other names than their sources. */
const OF_SOURCES = [
  { ...DOMAIN, hitName: 'PTHR1', logicName: 'hmmpanther', analysisDb: 'PANTHER' },
  { ...DOMAIN, hitName: 'PS1', logicName: 'older', analysisDb: 'PROSITE' },
  { ...DOMAIN, hitName: 'PS2', logicName: 'newer', analysisDb: 'prosite' },
  { ...DOMAIN, hitName: '0', logicName: 'hmmpanther', analysisDb: 'PANTHER' },
];

/**
 * A store with the release.
 *
 * @param options.longest the longest features according to meta_coord
 * @param options.funcgen whether the species has a regulatory database
 */
export async function makeStore(
  options: { longest?: GenomeEntry['longest']; funcgen?: boolean } = {},
): Promise<MemoryStore> {
  const store = new MemoryStore();
  const tables = new MemoryTables(store);
  const intervals = (object: string, rows: readonly Row[]) =>
    tables.table(object, async (sink) => {
      const writer = new IntervalTableWriter(sink);
      for (const row of rows) await writer.add(row.region.ordinal, row.start, row.end, encodeRecord(row.record));
      return writer.finish();
    });
  const ids: [string, Uint8Array][] = [];
  const domains = new SortedTableWriter(store.sink('domains'));
  await domains.add('1', encodeRecord([DOMAIN, SIGNAL]));
  await domains.add('2', encodeRecord(OF_SOURCES));
  const domainPlace = await domains.finish();
  const genes = async (object: string, genome: number, records: readonly GeneRecord[]) => {
    const { table, locations } = await tables.genes(object, records);
    for (const [record, location] of locations)
      ids.push(...stableIdsOf(record, genome, location, { FP1: domains.locate(0), FP4: domains.locate(1) }));
    return table;
  };
  const regions = (object: string, records: readonly SeqRegion[]) =>
    tables.sorted(
      object,
      records.map((each) => [each.name.toLowerCase(), encodeSeqRegion({ ...each, directories: [] })]),
    );
  const entry = (group: string, tables: Partial<Record<GenomeTable, TableEntry>>): GenomeEntry => ({
    species: 'homo_fictus',
    group,
    speciesId: 1,
    aliases: ['homo_fictus', 'human'],
    assembly: 'FIC1',
    sequence: null,
    longest: options.longest ?? [],
    tables,
    info: { object: 'info', size: 1, sha256: '' },
    coordSystems: [{ name: 'chromosome', version: 'FIC1', rank: 1, default: true, sequenceLevel: false }],
  });
  const genomes = [
    entry('core', {
      genes: await genes('genes', 0, GENES),
      'seq-regions': await regions('regions', Object.values(REGIONS)),
      repeats: await intervals('repeats', REPEATS),
      'simple-features': await intervals('simple', SIMPLE),
      'misc-features': await intervals('misc', MISC.toReversed()),
      bands: await intervals('bands', BANDS),
      'protein-features': { ...tables.entry('domains'), directory: domainPlace },
    }),
    entry('otherfeatures', {
      genes: await genes('other-genes', 1, OTHER_GENES),
      'seq-regions': await regions('other-regions', [inventedRegion(77, '1')]),
    }),
  ];
  const manifest: CompiledManifest = {
    id: 'test',
    version: 115,
    genomes,
    ids: await tables.sorted('ids', ids),
    species: [inventedSpecies('homo_fictus', { groups: options.funcgen ? ['core', 'funcgen'] : ['core'] })],
  };
  store.values.set('current', encodeRoot(manifest));
  return store;
}

export interface Answered {
  status: number;
  text: string;
  json: any;
}

/** A client of the overlap operations of a store. */
export async function client(store: Store): Promise<(path: string, type?: string | null) => Promise<Answered>> {
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => release });
  return async (path, type = 'application/json') => {
    const answer = await app.request(`/rest/overlap/${path}`, {
      headers: type === null ? {} : { 'content-type': type },
    });
    const text = await answer.text();
    return { status: answer.status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
  };
}
