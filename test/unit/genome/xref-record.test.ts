import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeSymbol,
  encodeSymbol,
  symbolKey,
  type SymbolObject,
  type SymbolRecord,
} from '../../../src/genome/symbol-record.ts';
import {
  decodeGeneXrefs,
  encodeGeneXrefs,
  type EncodedLevel,
  type RankedXref,
  type Xref,
} from '../../../src/genome/xref-record.ts';

const anyXref: fc.Arbitrary<Xref> = fc.record({
  dbname: fc.string({ unit: 'binary' }),
  db_display_name: fc.option(fc.string()),
  primary_id: fc.string({ unit: 'binary' }),
  display_id: fc.string(),
  version: fc.option(fc.string()),
  description: fc.option(fc.string({ unit: 'grapheme' })),
  info_type: fc.string(),
  info_text: fc.option(fc.string()),
  synonyms: fc.array(fc.string()),
});
const anyLevel: fc.Arbitrary<{ id: string; list: RankedXref[] }> = fc.record({
  id: fc.string({ minLength: 1 }),
  list: fc.array(fc.tuple(fc.integer(), anyXref), { maxLength: 4 }),
});

const encoded = ({ id, list }: { id: string; list: RankedXref[] }): EncodedLevel => ({
  id,
  json: list.length > 0 ? JSON.stringify(list) : '',
});

describe('the cross-references of a gene', () => {
  test('decode at every level to what was encoded', () => {
    const products = fc.array(fc.tuple(anyLevel, fc.array(fc.tuple(anyLevel, fc.boolean()), { maxLength: 3 })), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(anyLevel, products, (gene, transcripts) => {
        const decoded = decodeGeneXrefs(
          encodeGeneXrefs({
            ...encoded(gene),
            transcripts: transcripts.map(([level, translations]) => ({
              ...encoded(level),
              translations: translations.map(([translation, canonical]) => ({ ...encoded(translation), canonical })),
            })),
          }),
        );
        expect({ id: decoded.id, list: decoded.xrefs() }).toEqual(gene);
        expect(
          decoded.transcripts.map(({ id, xrefs, translations }) => [
            { id, list: xrefs() },
            translations.map(({ id, xrefs, canonical }) => [{ id, list: xrefs() }, canonical]),
          ]),
        ).toEqual(transcripts);
      }),
    );
  });
});

describe('the record of a symbol', () => {
  const anyObject: fc.Arbitrary<SymbolObject> = fc
    .record({
      type: fc.constantFrom('gene' as const, 'transcript' as const, 'translation' as const),
      id: fc.string({ minLength: 1 }),
      dbId: fc.nat(),
      gene: fc.integer({ min: 0, max: 3 }),
      transcriptId: fc.string({ minLength: 1 }),
      translationId: fc.option(fc.string({ minLength: 1 })),
      display: fc.boolean(),
      linked: fc.boolean(),
    })
    .map(({ type, id, dbId, gene, transcriptId, translationId, ...rest }) => ({
      ...rest,
      type,
      id: type === 'gene' ? `G${gene}` : id,
      dbId,
      geneId: `G${gene}`,
      geneDbId: gene,
      gene: [gene, 100 + gene, 5],
      reference: gene > 1,
      transcriptId: type === 'gene' ? null : type === 'transcript' ? id : transcriptId,
      translationId: type === 'translation' ? translationId : null,
    }));

  test('decodes with all its objects to what was encoded', () => {
    const as = fc.subarray(['primary_id', 'display_id', 'synonym'] as const);
    fc.assert(
      fc.property(as, anyXref, fc.array(anyObject), (roles, xref, objects) => {
        const record: SymbolRecord = { as: roles, xref, objects };
        const decoded = decodeSymbol(encodeSymbol(record));
        expect({ as: decoded.as, xref: decoded.xref, objects: decoded.objects }).toEqual(record);
        expect(encodeSymbol({ ...record, xref: JSON.stringify(xref) })).toEqual(encodeSymbol(record));
      }),
    );
  });

  test('has a key in lower case without trailing spaces', () => {
    expect(symbolKey(' FOXC1 [*1]  ')).toBe(' foxc1 [*1]');
  });
});
