/**
 * A small release in memory, written with the compiler's writers, for tests of the lookup and information operations.
 */
import { operations as information } from '../../../src/catalogue/info.ts';
import { operations as lookup } from '../../../src/catalogue/lookup.ts';
import { createApp } from '../../../src/app.ts';
import type { GeneRecord, TranscriptRecord } from '../../../src/genome/gene-record.ts';
import type { PhenotypeRecord } from '../../../src/genome/phenotype-record.ts';
import { encodeSeqRegion, type SeqRegion } from '../../../src/genome/seq-region.ts';
import { encodeSymbol, symbolKey, type SymbolObject } from '../../../src/genome/symbol-record.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import { encodeBlock, gzip } from '../../../src/index/blocks/block.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import type { CompiledManifest, GenomeEntry, GenomeInfo } from '../../../src/release/manifest.ts';
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
import { at, get } from '../../../src/checked.ts';

const REGIONS = [
  inventedRegion(1, '1', {
    synonyms: [
      { name: 'CM1.1', db: 'INSDC' },
      { name: 'one', db: null },
    ],
  }),
  inventedRegion(2, 'MT', { circular: true, length: 1000, karyotypeRank: null }),
  inventedRegion(3, 'PATCH1', { nonReference: true, exception: 'PATCH_FIX', karyotypeRank: null }),
  inventedRegion(4, 'ctg1', { coordSystem: 'contig', version: null, rank: 2, topLevel: false, karyotypeRank: null }),
];

type ExonSketch = [id: string, start: number, end: number];

/** A gene with one transcript. The offsets of `coding` are positions in the first and the last exon, from 1. */
function gene(
  id: string,
  dbId: number,
  on: SeqRegion,
  strand: 1 | -1,
  exons: readonly ExonSketch[],
  coding: { id: string; startOffset: number; endOffset: number; length: number | null } | null,
  more: Partial<GeneRecord> = {},
  attribs: TranscriptRecord['attribs'] = [],
): GeneRecord {
  const records = exons.map(([name, start, end], each) =>
    inventedExon({ id: name, dbId: dbId * 100 + each, start, end, strand }),
  );
  const common = {
    ...ANNOTATION,
    ...spanOf(records),
    strand,
    biotype: coding ? 'protein_coding' : 'lncRNA',
  };
  const transcript: TranscriptRecord = {
    ...common,
    id: id.replace('G', 'T'),
    dbId,
    canonical: true,
    ccds: null,
    attribs,
    exons: records.map((_, each) => each),
    translation: coding && {
      id: coding.id,
      version: 3,
      dbId,
      startExon: 0,
      startOffset: coding.startOffset,
      endExon: records.length - 1,
      endOffset: coding.endOffset,
      length: coding.length,
      attribs: [],
    },
  };
  return {
    ...common,
    id,
    version: 4,
    dbId,
    region: referenceTo(on),
    canonical: { id: transcript.id, version: transcript.version },
    transcripts: [transcript],
    exons: records,
    ...more,
  };
}

const [chromosome, circular, patch] = [at(REGIONS, 0), at(REGIONS, 1), at(REGIONS, 2)];
const forward = gene(
  'FICG1',
  10,
  chromosome,
  1,
  [
    ['FICE1', 101, 200],
    ['FICE2', 301, 400],
  ],
  { id: 'FICP1', startOffset: 51, endOffset: 40, length: 29 },
  { displayName: 'Alpha', description: 'first of all' },
  [
    ['gencode_primary', '1'],
    ['MANE_Select', 'NM_1.2'],
  ],
);
const reverse = gene(
  'FICG2',
  11,
  chromosome,
  -1,
  [
    ['FICE4', 1901, 2000],
    ['FICE3', 1501, 1600],
  ],
  { id: 'FICP2', startOffset: 11, endOffset: 90, length: null },
);
// Editing inserts ten bases before the coding sequence and deletes the last base.
const edited = gene(
  'FICG5',
  15,
  chromosome,
  1,
  [['FICE7', 3001, 3200]],
  { id: 'FICP5', startOffset: 11, endOffset: 190, length: 60 },
  {},
  [
    ['_rna_edit', '6 5 ACGTACGTAC'],
    ['_rna_edit', '200 200 '],
  ],
);
const onPatch = gene('FICG3', 5, patch, 1, [['FICE5', 50, 60]], null, { displayName: 'ALPHA' });
const overOrigin = gene(
  'FICG4',
  12,
  circular,
  1,
  [['FICE6', 951, 50]],
  { id: 'FICP4', startOffset: 41, endOffset: 80, length: 13 },
  { version: null, canonical: null },
);
const oneId = {
  ...gene('SAME.1', 13, chromosome, 1, [['SAME.11', 5000, 5100]], {
    id: 'SAME.1',
    startOffset: 1,
    endOffset: 99,
    length: 33,
  }),
  version: 1,
};
at(oneId.transcripts, 0).id = 'SAME.1';
const shared = (biotype: string) => gene('COMMON', 14, chromosome, 1, [['COMMONE', 6000, 6100]], null, { biotype });
/** Its exon has the id of a gene with the version of that gene. */
const withVersion = gene('FICG9X', 15, chromosome, 1, [['FICG2.4', 7000, 7100]], null);

const GENES: { genome: number; genes: GeneRecord[] }[] = [
  { genome: 0, genes: [shared('from_other')] },
  { genome: 1, genes: [forward, reverse, edited, oneId, shared('from_human'), overOrigin, onPatch, withVersion] },
  { genome: 2, genes: [shared('from_mouse')] },
];

const trait = (description: string, more: Partial<PhenotypeRecord> = {}): PhenotypeRecord => ({
  dbId: 1,
  significant: true,
  type: 'Gene',
  objectId: 'FICG1',
  region: '1',
  start: 1,
  end: 2,
  strand: 1,
  dnaType: null,
  phenotypeId: 1,
  description,
  phenotypeClass: 'trait',
  source: 'Invented',
  study: null,
  associatedStudies: [],
  ontologyAccessions: [],
  attribs: [],
  submitters: [],
  ...more,
});
/** The phenotypes of the gene FICG1 of homo_fictus. */
const PHENOTYPES = [
  trait('Zest'),
  trait('courage', {
    study: 'PMID:1',
    ontologyAccessions: ['FIC:1'],
    attribs: [
      ['associated_gene', 'Alpha'],
      ['p_value', '2e-8'],
      ['beta_coef', '0'],
      ['risk_allele', '0'],
    ],
  }),
  trait('Zest'),
];

/** A store with the release. Genome 0 is otherfeatures of homo_fictus, 1 its core, 2 the core of mus_fictus. */
export async function makeStore(): Promise<MemoryStore> {
  const store = new MemoryStore();
  const tables = new MemoryTables(store);
  const sorted = (name: string, rows: [string, Uint8Array][]) => tables.sorted(name, rows, true);
  const ids: [string, Uint8Array][] = [];
  const genomes: GenomeEntry[] = [];
  for (const { genome, genes } of GENES) {
    const core = genome !== 0;
    const species = genome === 2 ? 'mus_fictus' : 'homo_fictus';
    const { table: geneTable, locations } = await tables.genes(`genes-${genome}`, genes, true);
    const symbols: [string, Uint8Array][] = [];
    for (const each of genes) {
      const location = get(locations, each);
      ids.push(...stableIdsOf(each, genome, location));
      if (!each.displayName) continue;
      const object: SymbolObject = {
        type: 'gene',
        id: each.id,
        dbId: each.dbId,
        geneId: each.id,
        geneDbId: each.dbId,
        gene: location,
        reference: each.region.name !== 'PATCH1',
        transcriptId: null,
        translationId: null,
        display: true,
        linked: true,
      };
      const xref = {
        dbname: 'Fictional',
        db_display_name: 'Fictional',
        primary_id: `X${each.dbId}`,
        display_id: each.displayName,
        version: '0',
        description: null,
        info_type: 'DIRECT',
        info_text: null,
        synonyms: ['Omega'],
      };
      symbols.push([symbolKey(each.displayName), encodeSymbol({ as: ['display_id'], xref, objects: [object] })]);
      symbols.push([symbolKey('Omega'), encodeSymbol({ as: ['synonym'], xref, objects: [object] })]);
    }
    const info: GenomeInfo = {
      meta: core ? { 'assembly.name': ['FIC1.p2', 'second'], 'genebuild.method': ['full_genebuild'] } : {},
      topLevel: core
        ? [
            { name: '1', length: 10_000, coordSystem: 'chromosome', synonyms: chromosome.synonyms },
            { name: 'MT', length: 1000, coordSystem: 'chromosome', synonyms: [] },
          ]
        : [],
      karyotype: core ? ['1'] : [],
      statistics: {},
    };
    store.objects.set(`info-${genome}`, await encodeBlock(encodeDocument(info), gzip));
    const entries: GenomeEntry['tables'] = { genes: geneTable, symbols: await sorted(`symbols-${genome}`, symbols) };
    if (core) {
      const named = REGIONS.flatMap((each) =>
        [each.name, ...each.synonyms.map(({ name }) => name)].map((name): [string, Uint8Array] => [
          name.toLowerCase(),
          encodeSeqRegion({ ...each, directories: [] }),
        ]),
      );
      entries['seq-regions'] = await sorted(`regions-${genome}`, named);
      entries['phenotypes-by-object'] = await sorted(
        `phenotypes-${genome}`,
        genome === 1 ? PHENOTYPES.map((each) => ['ficg1', encodeRecord(each)]) : [],
      );
      entries.bands = await tables.table(
        `bands-${genome}`,
        async (sink) => {
          const writer = new IntervalTableWriter(sink);
          await writer.add(1, 1, 4000, encodeRecord({ dbId: 1, name: 'p1', stain: 'gneg' }));
          return writer.finish();
        },
        true,
      );
    }
    genomes.push({
      species,
      group: core ? 'core' : 'otherfeatures',
      speciesId: 1,
      aliases: [species, genome === 2 ? 'mouse' : 'human', genome === 2 ? '10090' : '9606'],
      assembly: 'FIC1',
      sequence: null,
      longest: [],
      tables: entries,
      info: tables.entry(`info-${genome}`),
      coordSystems: [
        { name: 'contig', version: null, rank: 2, default: true, sequenceLevel: true },
        { name: 'chromosome', version: 'FIC1', rank: 1, default: true, sequenceLevel: false },
        { name: 'chromosome', version: 'FIC0', rank: 3, default: false, sequenceLevel: false },
      ],
    });
  }
  const manifest: CompiledManifest = {
    id: 'test',
    version: 115,
    genomes,
    ids: await sorted('ids', ids),
    species: [
      inventedSpecies('homo_fictus', {
        aliases: ['human', 'homo_fictus'],
        groups: ['otherfeatures', 'core'],
        taxonId: '9606',
        strain: 'test',
        strainCollection: 'Human',
      }),
      inventedSpecies('mus_fictus', { division: 'EnsemblElsewhere' }),
      inventedSpecies('vulpes_fictus', { division: 'Ensembl' }),
      inventedSpecies('ancestral_sequences'),
    ],
  };
  store.values.set('current', encodeRoot(manifest, tables.attachments));
  return store;
}

export async function openRelease(store: Store): Promise<Release> {
  return Release.open(store, new CachedBlockReader(store, new ByteCache()));
}

/** A client of the lookup and information operations of a release. Returns status and parsed JSON. */
export function client(release: Release) {
  const app = createApp({ operations: [...lookup, ...information], openRelease: () => release });
  return async (path: string, body?: unknown): Promise<{ status: number; json: any }> => {
    const answer = await app.request(`/rest${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: await answer.json() };
  };
}
