/** The small release whose gene a Worker's script is warmed up with (src/warm-up). */
import type { GeneRecord, TranscriptRecord } from '../src/genome/gene-record.ts';
import { encodeSeqRegion } from '../src/genome/seq-region.ts';
import type { Compress } from '../src/index/blocks/object-sink.ts';
import { encodeDocument } from '../src/index/document.ts';
import { PackedSequenceWriter } from '../src/index/sequence/packed-sequence.ts';
import { type CompiledManifest, ROOT_KEY } from '../src/release/manifest.ts';
import { encodeRoot } from '../src/release/root.ts';
import {
  ANNOTATION,
  inventedExon,
  inventedRegion,
  inventedSpecies,
  referenceTo,
  spanOf,
  stableIdsOf,
} from '../test/support/invented-genes.ts';
import { MemoryStore } from '../test/support/memory-store.ts';
import { MemoryTables } from '../test/support/memory-tables.ts';
import { get } from '../src/checked.ts';
import { base64Module, type GeneratedFile } from './generated-file.ts';

const PATH = 'src/warm-up/warm-up-release-module.ts';
const SPECIES = 'homo_fictus';
/** Two exons and their intron, between ten bases that belong to no gene. */
const BASES = 'ATGGCATTACGA'.repeat(10);

/** A module with the release as base64: one document, with the root and the objects as attachments. */
export async function warmUpRelease(): Promise<GeneratedFile> {
  const bytes = await inventedRelease();
  return { path: PATH, content: base64Module('WARM_UP_RELEASE', bytes, 'tools/warm-up-release.ts') };
}

/** A genome with one sequence region and one gene with one coding transcript. */
async function inventedRelease(): Promise<Uint8Array> {
  const store = new MemoryStore();
  // While a Worker's script loads, the runtime refuses to decompress.
  const tables = new MemoryTables(store, { compress: uncompressed });
  const region = inventedRegion(1, '1', {
    length: BASES.length,
    sequence: [{ start: 1, end: BASES.length, from: 1, strand: 1 }],
  });
  const sequence = new PackedSequenceWriter(store.sink('sequence'));
  sequence.begin([]);
  await sequence.append(new TextEncoder().encode(BASES));
  const directories = [await sequence.end()];
  const gene = inventedGene(referenceTo(region));
  const { table: genes, locations } = await tables.genes('genes', [gene], true);
  const regions = await tables.sorted('regions', [[region.name, encodeSeqRegion({ ...region, directories })]], true);
  const ids = await tables.sorted('ids', stableIdsOf(gene, 0, get(locations, gene)), true);
  const manifest: CompiledManifest = {
    id: '1-000000000000',
    version: 1,
    species: [inventedSpecies(SPECIES)],
    genomes: [
      {
        species: SPECIES,
        group: 'core',
        aliases: [SPECIES],
        speciesId: 1,
        assembly: region.version,
        coordSystems: [
          { name: region.coordSystem, version: region.version, rank: 1, default: true, sequenceLevel: true },
        ],
        sequence: tables.entry('sequence'),
        longest: [],
        tables: { genes, 'seq-regions': regions },
        // No request of the warm-up reads it.
        info: { object: 'nowhere', size: 0, sha256: '' },
      },
    ],
    ids,
  };
  const root = encodeRoot(manifest, tables.attachments);
  return encodeDocument(null, { [ROOT_KEY]: root, ...Object.fromEntries(store.objects) });
}

const uncompressed: Compress = (bytes) => Promise.resolve(bytes);

function inventedGene(region: GeneRecord['region']): GeneRecord {
  const exons = [
    inventedExon({ id: 'FICE1', dbId: 1, start: 11, end: 40, strand: 1 }, { phase: 0, endPhase: 0 }),
    inventedExon({ id: 'FICE2', dbId: 2, start: 71, end: 100, strand: 1 }, { phase: 0, endPhase: 0 }),
  ];
  const place = { ...spanOf(exons), strand: 1 } as const;
  const transcript: TranscriptRecord = {
    ...ANNOTATION,
    ...place,
    id: 'FICT1',
    dbId: 1,
    canonical: true,
    ccds: null,
    exons: [0, 1],
    translation: {
      id: 'FICP1',
      version: 1,
      dbId: 1,
      startExon: 0,
      startOffset: 1,
      endExon: 1,
      endOffset: 30,
      length: 20,
      attribs: [],
    },
  };
  return {
    ...ANNOTATION,
    ...place,
    id: 'FICG1',
    dbId: 1,
    region,
    canonical: { id: transcript.id, version: transcript.version },
    transcripts: [transcript],
    exons,
  };
}
