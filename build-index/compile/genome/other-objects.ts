/** Compiles prediction transcripts, operons and lone exons: objects with an id that are no part of a gene. */
import { at } from '../../../src/checked.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { ExonRecord, GeneBody, GeneHead, TranslationRecord } from '../../../src/genome/gene-record.ts';
import type { OtherObject, OtherObjectType } from '../../../src/genome/other-object.ts';
import { exonLength } from '../../../src/genome/transcript.ts';
import type { Strand } from '../../../src/genome/seq-region.ts';
import type { Database } from '../../dump/database.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { groupsOf } from '../rows/row-groups.ts';
import { EXONS_OF_GENES } from './gene-streams.ts';
import { REGION_TABLE, regionRef, type DumpRegion, type RegionSet } from './regions.ts';

/** Row of an object; a prediction transcript has one row per exon, the others have rows without exon. */
interface Row {
  key: string;
  type: OtherObjectType;
  object_id: number;
  id: string;
  version: number | null;
  ordinal: number;
  first: number;
  last: number;
  strand: Strand;
  logic_name: string | null;
  gff_source: string | null;
  exon_id: number | null;
  exon_first: number;
  exon_last: number;
  exon_strand: Strand;
  phase: number;
}

/** Ensembl's adaptor gives every prediction transcript the default version. */
const VERSION_OF_PREDICTIONS = 1;

/** Writes the `other-objects` table of the current species, and calls `each`. Needs REGION_TABLE and GENE_TABLE. */
export async function compileOtherObjects(
  database: Database,
  regions: RegionSet,
  table: SortedSink,
  each: (object: OtherObject) => void,
): Promise<void> {
  const rows = database.batches<Row>(`
    SELECT lower(o.id) AS "key", o.*, ordinal, logic_name, gff_source FROM (
      SELECT 'PredictionTranscript' AS type, t.prediction_transcript_id AS object_id, t.display_label AS id,
        ${VERSION_OF_PREDICTIONS} AS version, ${placeOf('t')}, e.prediction_exon_id AS exon_id,
        e.seq_region_start AS exon_first, e.seq_region_end AS exon_last, e.seq_region_strand AS exon_strand,
        e.start_phase AS phase, e.exon_rank AS rank
      FROM prediction_transcript t LEFT JOIN prediction_exon e USING (prediction_transcript_id)
      UNION ALL BY NAME
      SELECT 'Operon' AS type, operon_id AS object_id, stable_id AS id, version, ${placeOf('o')} FROM operon o
      UNION ALL BY NAME
      SELECT 'OperonTranscript' AS type, operon_transcript_id AS object_id, stable_id AS id, version, ${placeOf('o')}
      FROM operon_transcript o
      UNION ALL BY NAME
      SELECT 'Exon' AS type, exon_id AS object_id, stable_id AS id, version, ${positionOf('e')} FROM exon e
      WHERE coalesce(is_current, 1) = 1 AND exon_id NOT IN (${EXONS_OF_GENES})) o
    JOIN ${REGION_TABLE} USING (seq_region_id) LEFT JOIN analysis USING (analysis_id)
    WHERE o.id <> '' ORDER BY "key", type, object_id, rank`);
  for await (const parts of groupsOf(rows, ({ type, object_id }) => `${type} ${object_id}`)) {
    const [row] = parts;
    const head = headOf(row, at(regions.list, row.ordinal));
    const body = row.type === 'PredictionTranscript' ? bodyOf(head, parts) : { transcripts: [], exons: [] };
    const object: OtherObject = { type: row.type, gene: { ...head, ...body } };
    await table.add(row.key, encodeRecord(object));
    each(object);
  }
}

function placeOf(alias: string): string {
  return `${alias}.analysis_id, ${positionOf(alias)}`;
}

function positionOf(alias: string): string {
  return `${alias}.seq_region_id, ${alias}.seq_region_start AS first, ${alias}.seq_region_end AS last,
    ${alias}.seq_region_strand AS strand`;
}

function headOf(row: Row, region: DumpRegion): GeneHead {
  return {
    id: row.id,
    version: row.version,
    dbId: row.object_id,
    region: regionRef(region),
    start: row.first,
    end: row.last,
    strand: row.strand,
    biotype: '',
    soTerm: null,
    source: row.gff_source ?? 'ensembl',
    logicName: row.logic_name ?? '',
    gffSource: row.gff_source,
    displayName: null,
    description: null,
    canonical: null,
    havana: null,
    attribs: [],
  };
}

/** The single transcript of a prediction; its translation covers all exons. */
function bodyOf({ region: _region, ...head }: GeneHead, parts: readonly Row[]): GeneBody {
  const exons = parts.filter(({ exon_id }) => exon_id !== null).map(exonOf);
  const last = exons.at(-1);
  const { id, version, dbId } = head;
  const endOffset = last ? exonLength(last) : 0;
  const translation: TranslationRecord = {
    id,
    version,
    dbId,
    startExon: 0,
    startOffset: 1,
    endExon: exons.length - 1,
    endOffset,
    length: null,
    attribs: [],
  };
  const ranks = exons.map((_, index) => index);
  return {
    transcripts: [{ ...head, canonical: false, ccds: null, exons: ranks, translation: last ? translation : null }],
    exons,
  };
}

function exonOf(row: Row): ExonRecord {
  const [start, end] = [row.exon_first, row.exon_last];
  return {
    id: '',
    version: null,
    dbId: row.exon_id ?? 0,
    start,
    end,
    strand: row.exon_strand,
    phase: row.phase,
    endPhase: (row.phase + exonLength({ start, end })) % 3,
    constitutive: false,
  };
}
