/** What transcription factors bind: species/:species/binding_matrix. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { columnSum, convertMatrix, inEnsembl, perlNumber, toPerlDigits, type MatrixUnit } from '../../genome/binding-matrix.ts';
import { ApiError } from '../../api-error.ts';
import { funcgenGenome } from './funcgen-genome.ts';

const NUCLEOTIDES = ['A', 'C', 'G', 'T'] as const;

/** One binding matrix in a unit. Two reads. */
export async function describeBindingMatrix(
  { params, release }: OperationRequest<{ species: string; binding_matrix_stable_id: string; unit: MatrixUnit }>,
): Promise<Answer> {
  const id = params.binding_matrix_stable_id;
  const matrix = await funcgenGenome(release, params.species, 'BindingMatrix').bindingMatrix(id);
  if (!matrix) throw new ApiError(`Binding Matrix ${id} not found. Please check spelling.`);
  const columns = convertMatrix(matrix.frequencies, params.unit);
  const elements: Record<string, Record<string, number>> = {};
  columns.forEach(([a, c, g, t], index) => {
    elements[index + 1] = { A: toPerlDigits(a), C: toPerlDigits(c), G: toPerlDigits(g), T: toPerlDigits(t) };
  });
  const value = {
    name: matrix.name,
    source: matrix.source,
    threshold: matrix.threshold,
    length: columns.length,
    elements,
    unit: inEnsembl(params.unit),
    stable_id: matrix.id,
    associated_transcription_factor_complexes: matrix.complexes,
    max_position_sum: toPerlDigits(Math.max(...columns.map(columnSum))),
    elements_string: NUCLEOTIDES.map((_, row) => `${columns.map((column) => `${perlNumber(column[row]!)}\t`).join('')}\n`).join(''),
  };
  return { kind: 'value', value };
}
