/** Microarrays with their probes and probe sets, and binding matrices. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { ProbeTranscript } from '../../genome/feature-records.ts';
import { ApiError } from '../../api-error.ts';
import { sameName } from '../../names/name-text.ts';
import type { Genome } from '../../release/genome.ts';
import type { MicroarraysDocument } from '../../release/documents.ts';
import { funcgenGenome } from '../resolve/genome.ts';
import { columnSum, convertMatrix, capitalizedUnit, type MatrixUnit } from '../../genome/binding-matrix.ts';
import { printedNumber, toPerlDigits } from '../../printed-number.ts';

interface Species {
  species: string;
}

/** All microarrays of a species. One read. */
export async function listMicroarrays({ params, release }: OperationRequest<Species>): Promise<Answer> {
  const arrays = await microarraysOf(await funcgenGenome(release, params.species, 'Array'));
  return {
    kind: 'value',
    value: arrays.map(({ name, type, vendor, description, format }) => ({
      array: name,
      type,
      vendor,
      description,
      format,
    })),
  };
}

/** One microarray of a vendor. One read. */
export async function describeMicroarray({
  params,
  release,
}: OperationRequest<Species & { microarray: string; vendor: string }>): Promise<Answer> {
  const { microarray, vendor } = params;
  const arrays = await microarraysOf(await funcgenGenome(release, params.species, 'Array'));
  const array = arrays.find((each) => sameName(each.name, microarray) && sameName(each.vendor, vendor));
  if (!array) throw new ApiError(`Array '${microarray}' from '${vendor}' not found. Please check spelling.`);
  return { kind: 'value', value: { name: array.name, format: array.format, type: array.type, class: array.class } };
}

interface WithTranscripts extends Species {
  microarray: string;
  transcripts: boolean;
  transcript: boolean;
  gene: boolean;
}

/** One probe; on request with the transcripts that it matches, and their genes. Two reads. */
export async function describeProbe({
  params,
  release,
}: OperationRequest<WithTranscripts & { probe: string }>): Promise<Answer> {
  const { microarray, probe: name } = params;
  const probe = await (await funcgenGenome(release, params.species, 'Probe')).probe(microarray, name);
  if (!probe) throw new ApiError(`Probe: '${name}' Array: '${microarray}'  not found. Check spelling`);
  const value = {
    microarray,
    name,
    length: probe.length,
    sequence: probe.sequence,
    ...describeTranscripts(probe.transcripts, params),
  };
  return { kind: 'value', value };
}

/** One probe set; on request with the transcripts that it matches, and their genes. Two reads. */
export async function describeProbeSet({
  params,
  release,
}: OperationRequest<WithTranscripts & { probe_set: string }>): Promise<Answer> {
  const { microarray, probe_set: name } = params;
  const set = await (await funcgenGenome(release, params.species, 'ProbeSet')).probeSet(microarray, name);
  if (!set) throw new ApiError(`ProbeSet: '${name}' Array: '${microarray}'  not found. Check spelling`);
  return {
    kind: 'value',
    value: {
      microarray,
      name: set.name,
      size: set.size,
      probes: set.probes,
      ...describeTranscripts(set.transcripts, params),
    },
  };
}

/** The matched transcripts, with genes if `gene` is set; empty if none of the flags is set. */
function describeTranscripts(
  transcripts: readonly ProbeTranscript[],
  { transcript, transcripts: listed, gene: withGenes }: WithTranscripts,
): { transcripts?: object[] } {
  if (!transcript && !listed && !withGenes) return {};
  return {
    transcripts: transcripts.map(({ id, description, gene }) => ({
      stable_id: id,
      description,
      ...(withGenes && gene ? { gene: { stable_id: gene.id, external_name: gene.name } } : {}),
    })),
  };
}

/**
 * Throws ApiError (400) if the database lists microarrays but has none of their probes. Ensembl's service has no such
 * rule: it listed them until release 112 and rejects all such requests since. Recorded answers of both kinds decide.
 */
async function microarraysOf(genome: Genome): Promise<MicroarraysDocument> {
  if (!genome.entry.tables.probes)
    throw new ApiError(`The funcgen database of ${genome.species} has no probes of microarrays`);
  return (await genome.document('microarrays')) ?? [];
}

const NUCLEOTIDES = ['A', 'C', 'G', 'T'] as const;

/** One binding matrix in the requested unit. Two reads. */
export async function describeBindingMatrix({
  params,
  release,
}: OperationRequest<{ species: string; binding_matrix_stable_id: string; unit: MatrixUnit }>): Promise<Answer> {
  const id = params.binding_matrix_stable_id;
  const matrix = await (await funcgenGenome(release, params.species, 'BindingMatrix')).bindingMatrix(id);
  if (!matrix) throw new ApiError(`Binding Matrix ${id} not found. Please check spelling.`);
  const columns = convertMatrix(matrix.frequencies, params.unit);
  const elements: Record<string, Record<string, number>> = {};
  for (const [index, [a, c, g, t]] of columns.entries())
    elements[index + 1] = { A: toPerlDigits(a), C: toPerlDigits(c), G: toPerlDigits(g), T: toPerlDigits(t) };
  const value = {
    name: matrix.name,
    source: matrix.source,
    threshold: matrix.threshold,
    length: columns.length,
    elements,
    unit: capitalizedUnit(params.unit),
    stable_id: matrix.id,
    associated_transcription_factor_complexes: matrix.complexes,
    max_position_sum: toPerlDigits(Math.max(...columns.map(columnSum))),
    elements_string: NUCLEOTIDES.map(
      (_, row) => `${columns.map((column) => `${printedNumber(at(column, row))}\t`).join('')}\n`,
    ).join(''),
  };
  return { kind: 'value', value };
}
