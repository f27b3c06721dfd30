/** Round trips of a gene's homologies, for ids of any form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCORES, type HomologyState, type Millionths } from '../../../src/compara/homology-details.ts';
import { decodeGeneHomologies, encodeGeneHomologies, type FormedIds } from '../../../src/compara/homology-record.ts';
import { relativeTo } from '../../../src/compara/id-form.ts';
import { ComparaSpecies } from '../../../src/compara/species.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { StoreError } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

const numbered = (prefix: string, digits: number, least: number) => ({ prefix, digits, least });
const species = new ComparaSpecies({
  genomes: [],
  nodes: {},
  homologies: {
    kinds: [
      ['ENSEMBL_ORTHOLOGUES', 'ortholog_one2one'],
      ['ENSEMBL_PARALOGUES', 'within_species_paralog'],
    ],
    levels: [
      [0, 7],
      [1, null],
      [0, 9],
    ],
    idForms: [
      { genome: 1, gene: numbered('ENSG', 11, 100), product: numbered('ENSP', 11, 5) },
      { genome: 2, gene: numbered('AT1G', 5, 10), product: null },
      { genome: 3, gene: null, product: null },
    ],
  },
});

interface Product {
  geneId: string;
  productId: string;
  genome: number;
}

/** The ids of a product as encoded and as decoded. @param above the number of the gene above the least of its form */
const idsOf = (form: number, above: number, product: number): [encoded: FormedIds, decoded: Product] => {
  const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
  if (form === 0)
    return [
      { form, ids: { gene: above, product } },
      { genome: 1, geneId: `ENSG${padded(100 + above, 11)}`, productId: `ENSP${padded(5 + product, 11)}` },
    ];
  const geneId = form === 1 ? `AT1G${padded(10 + above, 5)}` : `YAL${above}W-Ä`;
  const productId = product % 2 ? `${geneId}.${product}` : `Q${product}`;
  return [
    { form, ids: { gene: form === 1 ? above : geneId, product: relativeTo(geneId, productId) } },
    { genome: form + 1, geneId, productId },
  ];
};
const gene = fc
  .tuple(fc.nat(2), fc.nat(9_000_000), fc.nat(9_000_000))
  .map(([form, above, product]) => idsOf(form, above, product));
const percent = fc.oneof(
  fc.nat(100).map((whole) => whole * 1_000_000),
  fc.nat(100_000_000),
);
const state: fc.Arbitrary<HomologyState> = fc.constantFrom(
  { treeCompliant: 1, highConfidence: null, bits: 0, hasCigarLines: false },
  { treeCompliant: null, highConfidence: 0, bits: 0b1001100, hasCigarLines: true },
  { treeCompliant: 0, highConfidence: 1, bits: 0b0100000, hasCigarLines: false },
);
const homology = fc.record({
  target: gene,
  level: fc.nat(2),
  place: fc.tuple(fc.nat(1), fc.nat(500)),
  id: fc.nat(2 ** 40),
  percentages: fc.tuple(percent, percent, percent, percent),
  state,
  cigarLine: fc.option(fc.constantFrom('12M3D', '4X2M', ''), { nil: null }),
});

describe('the homologies of a gene', () => {
  test('decode to what was encoded', () => {
    fc.assert(
      fc.property(
        gene,
        fc.nat(30),
        fc.array(homology, { maxLength: 30 }),
        fc.boolean(),
        ([own, decoded], version, list, hasProduct) => {
          const scores = list.map(({ state: { bits } }) =>
            SCORES.flatMap((name, place) => (bits & (1 << place) ? [[name, `${place}.5`] as const] : [])),
          );
          const record = encodeGeneHomologies(
            {
              gene: own,
              version,
              levels: list.map(({ level }) => level),
              targets: list.map(({ target }) => target[0]),
              details: {
                blocks: [
                  { offset: 8, length: 500 },
                  { offset: 9_000_000, length: 70 },
                ],
                product: hasProduct ? [1, 3] : null,
                targets: list.map(({ place }) => place),
                ids: list.map(({ id }) => id),
                states: list.map((each) => each.state),
                percentages: list.map(({ percentages }): Millionths => percentages),
                scores: scores.flat().map(([, text]) => text),
                cigarLines: list.flatMap((each) => (each.state.hasCigarLines ? [each.cigarLine, '3M'] : [])),
              },
            },
            new FieldWriter(),
          );
          const read = decodeGeneHomologies(record, species);
          expect([read.gene, read.version]).toEqual([decoded, version]);
          const levels = [
            { method: 'ENSEMBL_ORTHOLOGUES', type: 'ortholog_one2one', speciesTreeNode: 7 },
            { method: 'ENSEMBL_PARALOGUES', type: 'within_species_paralog', speciesTreeNode: null },
            { method: 'ENSEMBL_ORTHOLOGUES', type: 'ortholog_one2one', speciesTreeNode: 9 },
          ];
          expect(read.homologies).toEqual(list.map(({ level, target }) => ({ ...levels[level], target: target[1] })));
          const details = read.details();
          const blocks = [
            [8, 500],
            [9_000_000, 70],
          ];
          expect(details.product).toEqual(hasProduct ? [9_000_000, 70, 3] : null);
          expect(details.targets).toEqual(list.map(({ place: [block, index] }) => [...at(blocks, block), index]));
          for (const [
            index,
            {
              id,
              percentages,
              state: { treeCompliant, highConfidence, hasCigarLines },
              cigarLine,
            },
          ] of list.entries()) {
            expect(details.of(index)).toEqual({
              id,
              treeCompliant,
              highConfidence,
              scores: Object.fromEntries(at(scores, index)),
              cigarLines: hasCigarLines ? [cigarLine, '3M'] : null,
              source: { identity: percentages[0] / 1e6, similarity: percentages[1] / 1e6 },
              target: { identity: percentages[2] / 1e6, similarity: percentages[3] / 1e6 },
            });
          }
        },
      ),
    );
  });

  test('are rejected if they refer to an unknown id form or are truncated', () => {
    const [own] = idsOf(0, 1, 2);
    const details = {
      blocks: [],
      product: null,
      targets: [],
      ids: [],
      states: [],
      percentages: [],
      scores: [],
      cigarLines: [],
    };
    const record = encodeGeneHomologies(
      { gene: { ...own, form: 9 }, version: 1, levels: [], targets: [], details },
      new FieldWriter(),
    );
    expect(() => decodeGeneHomologies(record, species)).toThrow(StoreError);
    expect(() => decodeGeneHomologies(record.subarray(0, 3), species)).toThrow(StoreError);
  });
});
