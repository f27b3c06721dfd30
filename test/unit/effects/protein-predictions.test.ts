import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodePrediction,
  encodePredictions,
  predictionKey,
  RESIDUES,
  ROW_BYTES,
} from '../../../src/effects/protein-predictions.ts';
import { StoreError } from '../../../src/store/store.ts';

const ALTERNATIVES = 'ACDEFGHIKLMNPQRSTVWY';
const CLASSES = {
  sift: ['tolerated', 'deleterious', 'tolerated_low_confidence', 'deleterious_low_confidence'],
  polyphen: ['probably_damaging', 'possibly_damaging', 'benign', 'unknown'],
};

/** Class and score of every cell; null for none. */
const cell = fc.option(fc.record({ kind: fc.nat({ max: 3 }), score: fc.nat({ max: 1000 }) }), { nil: null });
const matrix = fc
  .nat({ max: RESIDUES })
  .chain((residues) => fc.array(cell, { minLength: 20 * residues, maxLength: 20 * residues }));

function rowsOf(cells: readonly ({ kind: number; score: number } | null)[]): Uint8Array {
  const bytes = new Uint8Array(cells.length * 2);
  const view = new DataView(bytes.buffer);
  cells.forEach((each, index) => view.setUint16(2 * index, each ? (each.kind << 14) | each.score : 0xffff, true));
  return bytes;
}

describe('predictions of a protein', () => {
  it('round-trip for both tools, every residue and every alternative', () => {
    fc.assert(
      fc.property(matrix, matrix, fc.nat({ max: 40 }), (sift, polyphen, chunk) => {
        const record = encodePredictions({ sift: rowsOf(sift), polyphen: rowsOf(polyphen) });
        for (let residue = 0; residue < RESIDUES; residue += 7)
          for (const [column, alternative] of [...ALTERNATIVES].entries()) {
            const found = decodePrediction(record, chunk * RESIDUES + residue + 1, alternative);
            for (const [tool, cells] of Object.entries({ sift, polyphen }) as ['sift' | 'polyphen', typeof sift][]) {
              const wanted = cells[residue * 20 + column];
              expect(found[tool]).toEqual(
                wanted ? { prediction: CLASSES[tool][wanted.kind], score: wanted.score / 1000 } : undefined,
              );
            }
          }
      }),
      { numRuns: 20 },
    );
  });

  it('have none for other letters than the 20 residues, and none in an empty record', () => {
    const record = encodePredictions({ sift: new Uint8Array(ROW_BYTES) });
    for (const alternative of ['*', 'X', 'U', '-']) expect(decodePrediction(record, 1, alternative)).toEqual({});
    expect(decodePrediction(new Uint8Array(0), 1, 'A')).toEqual({});
    expect(decodePrediction(record, 1, 'A')).toEqual({ sift: { prediction: 'tolerated', score: 0 } });
    expect(decodePrediction(record, 2, 'A')).toEqual({});
  });

  it('a damaged record is an error or another prediction, never anything else', () => {
    const record = encodePredictions({ sift: new Uint8Array(3 * ROW_BYTES).fill(7) });
    expect(() => decodePrediction(record.slice(0, -1), 1, 'A')).toThrow(StoreError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          for (const found of Object.values(decodePrediction(bytes, 1, 'C')))
            expect(found).toEqual({ prediction: expect.any(String), score: expect.any(Number) });
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
        }
      }),
    );
  });

  it('have keys that ascend with the residues', () => {
    const keys = [0, 1, 9, 10, 540].map((chunk) => predictionKey('ab', chunk));
    expect(keys.toSorted()).toEqual(keys);
  });
});
