/** Maps positions of a transcript, coding sequence or peptide to the genome: map/cdna, map/cds, map/translation. */
import { only, present } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { transcriptOf, translationOf, exonsOf } from '../../genome/transcript.ts';
import { sharedGene, type GeneRecord, type TranslationRecord } from '../../genome/gene-record.ts';
import type { RegionRef } from '../../genome/seq-region.ts';
import { TranscriptMapping, type TranscriptSpan } from '../../genome/transcript-mapping.ts';
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { findObject } from '../resolve/stable-id.ts';

interface MapParams {
  id: string;
  region: string;
  species: string | undefined;
}

type OriginalParams = MapParams & { include_original_region: boolean };

export async function mapCdna({ params, release }: OperationRequest<OriginalParams>): Promise<Answer> {
  const [start, end] = parseSpan(params.region);
  const { gene, mapping } = await readTranscript(release, params, 'Transcript');
  return answer(mapping.cdna(start, end), gene.region, params.include_original_region ? 'cdna' : null);
}

export async function mapCds({ params, release }: OperationRequest<OriginalParams>): Promise<Answer> {
  const [start, end] = parseSpan(params.region);
  const { gene, mapping, translation } = await readTranscript(release, params, 'Transcript');
  const mapped = translation && mapping.cds(translation, start, end);
  if (mapped) return answer(mapped, gene.region, params.include_original_region ? 'cds' : null);
  // As Ensembl does with the original region; without it, Ensembl does not answer.
  if (params.include_original_region) return { kind: 'value', value: { mappings: [{ original: {}, mapped: {} }] } };
  throw new ApiError(
    translation
      ? `The region ${params.region} begins after the end of the coding sequence of ${params.id}`
      : `The transcript ${params.id} has no coding sequence`,
  );
}

export async function mapTranslation({ params, release }: OperationRequest<MapParams>): Promise<Answer> {
  const [start, end] = parseSpan(params.region);
  const { gene, mapping, translation } = await readTranscript(release, params, 'Translation');
  return answer(mapping.peptide(present(translation, 'the translation'), start, end), gene.region, null);
}

/** Parses 'start..end' or 'start-end', 1-based; '5..4' is the place between 4 and 5. Throws ApiError (400). */
function parseSpan(region: string): [start: number, end: number] {
  const [, start, end] = /^0*([1-9]\d{0,14})(?:\.\.|-)(\d{1,15})$/.exec(region) ?? [];
  if (start === undefined || end === undefined)
    throw new ApiError('Region did not correctly parse. Please check documentation');
  if (Number(end) < Number(start) - 1) throw new ApiError(`The region ${region} ends before it starts`);
  return [Number(start), Number(end)];
}

interface MappedTranscript {
  gene: GeneRecord;
  mapping: TranscriptMapping;
  /** The requested translation, else the canonical one of the transcript. */
  translation: TranslationRecord | null;
}

/** Reads the gene of an id. Two waves of reads: id, gene. */
async function readTranscript(
  release: Release,
  { id, species }: MapParams,
  objectType: 'Transcript' | 'Translation',
): Promise<MappedTranscript> {
  const object = await findObject(release, id, { species, objectType });
  const gene = sharedGene(only(await object.genome.genes([object.stableId.gene])));
  const found = objectType === 'Translation' ? translationOf(gene, object.id) : null;
  const transcript = found?.transcript ?? transcriptOf(gene, object.id);
  const translation = found?.translation ?? transcript.translation;
  return {
    gene,
    translation,
    mapping: new TranscriptMapping(transcript, exonsOf(gene, transcript), gene.region.circularLength),
  };
}

/** @param sequence coordinate system of `original`; null for mappings without `original` */
function answer(mapped: readonly TranscriptSpan[], region: RegionRef, sequence: 'cdna' | 'cds' | null): Answer {
  const mappings = mapped.map((span) =>
    sequence
      ? { original: describeOriginal(span, sequence), mapped: describeMapped(span, region) }
      : describeMapped(span, region),
  );
  return { kind: 'value', value: { mappings } };
}

/** A gap has the requested positions instead of positions on the genome. */
function describeMapped({ start, end, genome }: TranscriptSpan, region: RegionRef): object {
  return {
    ...describePlace(genome ?? { start, end, strand: 0 }, !genome),
    seq_region_name: region.name,
    coord_system: region.coordSystem,
    assembly_name: region.version ?? '',
  };
}

/** As in Ensembl, the strand is that of the genome. */
function describeOriginal({ start, end, genome }: TranscriptSpan, sequence: string): object {
  return { ...describePlace({ start, end, strand: genome?.strand ?? 0 }, !genome), coord_system: sequence };
}

/** `rank` is always 0: Ensembl uses it for mappings over several assemblies. */
function describePlace({ start, end, strand }: { start: number; end: number; strand: number }, gap: boolean) {
  return { start, end, strand, rank: 0, gap: gap ? 1 : 0 };
}
