/**
 * Compiles genes with their transcripts, exons and translations: one record per gene, in the order of the chromosome.
 * Every table is read once as a stream in that order, and the streams are merged. Memory holds one gene at a time.
 */
import { at } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import {
  type Attribs,
  type ExonRecord,
  type GeneBody,
  type GeneHead,
  type TranscriptRecord,
  type TranslationRecord,
  encodeGene,
} from '../../../src/genome/gene-record.ts';
import { exonLength, exonsOf, translationsOf } from '../../../src/genome/transcript.ts';
import { codingSequence, splice, translate } from '../../../src/genome/translation.ts';
import type { Database } from '../../dump/database.ts';
import type { IntervalSink } from '../../output/genome-tables.ts';
import {
  type AnnotatedRow,
  type ExonRow,
  type GeneRow,
  type TranscriptRow,
  type TranslationRow,
  geneStreams,
} from './gene-streams.ts';
import { type DumpRegion, type RegionSet, isCircular, regionRef } from './regions.ts';
import type { GeneBases } from './scratch-bases.ts';

/** A gene as the other compilers and the id table need it. */
interface CompiledGene {
  dbId: number;
  /** Record number in the genes table. */
  record: number;
  region: string;
  ids: { type: 'Gene' | 'Transcript' | 'Translation' | 'Exon'; id: string; version: number | null; dbId: number }[];
}

/**
 * Writes the `genes` table of the current species and calls `each` for every gene. REGION_TABLE must be staged.
 * @returns the number of genes
 */
export async function compileGenes(
  database: Database,
  regions: RegionSet,
  bases: GeneBases,
  table: IntervalSink,
  each: (gene: CompiledGene) => void | Promise<void>,
): Promise<number> {
  const streams = await geneStreams(database);
  let count = 0;
  for await (const row of streams.genes) {
    const { key } = row;
    const region = at(regions.list, row.ordinal);
    const head = geneHead(row, region, attribsOf(await streams.geneAttribs.take(key)));
    const body = geneBody(
      row,
      await streams.transcripts.take(key),
      await streams.exons.take(key),
      await streams.translations.take(key),
      isCircular(region),
      {
        transcript: byOwner(await streams.transcriptAttribs.take(key)),
        translation: byOwner(await streams.translationAttribs.take(key)),
        names: await streams.transcriptNames.take(key),
      },
    );
    for (const transcript of body.transcripts) {
      const exons = exonsOf(body, transcript);
      for (const translation of translationsOf(transcript))
        translation.length = peptideLength(bases, region, transcript, exons, translation);
    }
    const record = await table.add(row.ordinal, row.first, row.last, encodeGene(head, body));
    await each({ dbId: row.gene_id, record, region: region.name.toLowerCase(), ids: idsOf(head, body) });
    count++;
  }
  return count;
}

function geneHead(row: GeneRow, region: DumpRegion, attribs: Attribs): GeneHead {
  return {
    id: row.stable_id,
    version: row.version,
    dbId: row.gene_id,
    region: regionRef(region),
    ...annotationOf(row),
    canonical: row.canonical_id === null ? null : { id: row.canonical_id, version: row.canonical_version },
    havana: row.havana_id === null ? null : { id: row.havana_id, version: row.havana_version ?? '0' },
    symbol: row.display_id === null || row.display_db === null ? null : { db: row.display_db, id: row.display_id },
    attribs,
  };
}

/** The fields that the records of genes and transcripts share, in the order in which they are stored. */
function annotationOf(row: AnnotatedRow) {
  return {
    start: row.start,
    end: row.end,
    strand: row.strand,
    biotype: row.biotype,
    soTerm: row.so_term,
    source: row.source,
    logicName: row.logic_name,
    gffSource: row.gff_source,
    displayName: row.display_name,
    description: row.description,
  };
}

interface Owned {
  transcript: Map<number, Attribs>;
  translation: Map<number, Attribs>;
  names: { transcript_id: number; db_name: string; display_label: string; version: string | null }[];
}

function geneBody(
  gene: GeneRow,
  transcriptRows: TranscriptRow[],
  exonRows: ExonRow[],
  translationRows: TranslationRow[],
  circular: boolean,
  owned: Owned,
): GeneBody {
  const exons: ExonRecord[] = [];
  const exonIndex = new Map<number, number>();
  const exonsOfTranscript = new Map<number, { index: number; dbId: number }[]>();
  for (const row of exonRows) {
    let index = exonIndex.get(row.exon_id);
    if (index === undefined) {
      index = exons.push(exonRecord(row)) - 1;
      exonIndex.set(row.exon_id, index);
    }
    const list = exonsOfTranscript.get(row.transcript_id) ?? [];
    list.push({ index, dbId: row.exon_id });
    exonsOfTranscript.set(row.transcript_id, list);
  }
  const transcripts = transcriptRows.map((row) => {
    // Ensembl reads the exons that overlap the transcript, so that one that ends before it starts has none.
    const ranks = (exonsOfTranscript.get(row.transcript_id) ?? []).filter(
      ({ index }) => circular || (at(exons, index).start <= row.end && at(exons, index).end >= row.start),
    );
    const translations = translationRows
      .filter((each) => each.transcript_id === row.transcript_id)
      .flatMap((each) => translationRecord(each, ranks, owned.translation));
    const canonical = translations.find((each) => each.dbId === row.canonical_translation_id) ?? null;
    const others = translations.filter((each) => each !== canonical);
    return transcriptRecord(
      row,
      gene,
      ranks.map(({ index }) => index),
      canonical,
      others,
      owned,
    );
  });
  return { transcripts, exons };
}

function transcriptRecord(
  row: TranscriptRow,
  gene: GeneRow,
  exons: number[],
  translation: TranslationRecord | null,
  others: TranslationRecord[],
  owned: Owned,
): TranscriptRecord {
  const names = owned.names.filter((each) => each.transcript_id === row.transcript_id);
  const havana = names.find((each) => each.db_name === 'Vega_transcript' && each.display_label.includes('OTT'));
  return {
    id: row.stable_id,
    version: row.version,
    dbId: row.transcript_id,
    ...annotationOf(row),
    canonical: row.transcript_id === gene.canonical_transcript_id,
    ccds: names.find((each) => each.db_name === 'CCDS')?.display_label ?? null,
    havana: havana ? { id: havana.display_label, version: havana.version ?? '0' } : null,
    attribs: owned.transcript.get(row.transcript_id) ?? [],
    exons,
    translation,
    ...(others.length > 0 ? { alternativeTranslations: others } : {}),
  };
}

function exonRecord(row: ExonRow): ExonRecord {
  return {
    id: row.stable_id,
    version: row.version,
    dbId: row.exon_id,
    start: row.start,
    end: row.end,
    strand: row.strand,
    phase: row.phase,
    endPhase: row.end_phase,
    constitutive: row.is_constitutive === 1,
  };
}

/** Empty if the first or last exon of the translation is missing from the dump. */
function translationRecord(
  row: TranslationRow,
  ranks: { index: number; dbId: number }[],
  attribs: Map<number, Attribs>,
): TranslationRecord[] {
  const startExon = ranks.findIndex(({ dbId }) => dbId === row.start_exon_id);
  const endExon = ranks.findIndex(({ dbId }) => dbId === row.end_exon_id);
  if (startExon < 0 || endExon < 0) return [];
  return [
    {
      id: row.stable_id,
      version: row.version,
      dbId: row.translation_id,
      startExon,
      startOffset: row.seq_start,
      endExon,
      endOffset: row.seq_end,
      length: null,
      attribs: attribs.get(row.translation_id) ?? [],
    },
  ];
}

function attribsOf(rows: readonly { code: string; value: string }[]): Attribs {
  return rows.map(({ code, value }) => [code, value]);
}

function byOwner(rows: readonly { owner: number; code: string; value: string }[]): Map<number, Attribs> {
  const map = new Map<number, Attribs>();
  for (const { owner, code, value } of rows) map.set(owner, [...(map.get(owner) ?? []), [code, value]]);
  return map;
}

function idsOf(gene: GeneHead, { transcripts, exons }: GeneBody): CompiledGene['ids'] {
  const ids: CompiledGene['ids'] = [{ type: 'Gene', id: gene.id, version: gene.version, dbId: gene.dbId }];
  for (const transcript of transcripts) {
    const { id, version, dbId } = transcript;
    ids.push({ type: 'Transcript', id, version, dbId });
    for (const each of translationsOf(transcript)) {
      ids.push({ type: 'Translation', id: each.id, version: each.version, dbId: each.dbId });
    }
  }
  for (const { id, version, dbId } of exons) ids.push({ type: 'Exon', id, version, dbId });
  return ids.filter(({ id }) => id);
}

/**
 * Number of residues of a translation, so that a lookup needs no bases. Translates as the server does. Null when the
 * database has no dna.
 */
function peptideLength(
  bases: GeneBases,
  region: DumpRegion,
  transcript: TranscriptRecord,
  exons: readonly ExonRecord[],
  translation: TranslationRecord,
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
