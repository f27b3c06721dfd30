import { describe, expect, it } from 'vitest';
import { withExamples } from '../../../src/operation/example.ts';
import { operation, pathText, text } from '../../../src/operation/operation.ts';
import { fillAddress, fillText, exampleNamesIn } from '../../../src/release/example-values.ts';

const lookup = (example: string, items?: readonly string[]) =>
  operation({
    group: 'Lookup',
    method: items ? 'POST' : 'GET',
    path: '/lookup/:id',
    summary: 'Looks up',
    formats: ['json'],
    handler: () => ({ kind: 'value', value: 1 }),
    example,
    parameters: { id: pathText('An id', { example: '{gene}' }), kind: text('A kind', { example: 'fixed' }) },
    ...(items ? { body: { key: 'ids', summary: 'Ids', limit: 2, missing: 'empty' as const, example: items } } : {}),
  });

describe('a template', () => {
  it('is filled with example values, which are escaped in a URL', () => {
    expect(fillText('{term_name}, {region}', { term_name: 'a/b c?', region: '1:1-5' })).toBe('a/b c?, 1:1-5');
    expect(
      fillAddress('/x/{term_name}/{region}?a=1;b={probe}', {
        term_name: 'a/b c?',
        region: '1:1-5',
        probe: '137:179;&%',
      }),
    ).toBe('/x/a%2Fb%20c%3F/1:1-5?a=1;b=137:179%3B%26%25');
    expect(fillAddress('/info/ping', {})).toBe('/info/ping');
  });

  it('is null if the release lacks one of its values', () => {
    expect(fillAddress('/x/{species}/{gene}', { species: 'ficta_una' })).toBeNull();
  });

  it('is rejected if it names an unknown value', () => {
    expect(exampleNamesIn('/x/{species}/{gene}')).toEqual(['species', 'gene']);
    expect(() => exampleNamesIn('/x/{genome}')).toThrow('{genome} is not an example value');
    expect(() => lookup('/lookup/{nosuch}')).toThrow('{nosuch} is not an example value');
  });
});

describe('an operation on a release', () => {
  it('has the examples of the release', () => {
    const shown = withExamples(lookup('/lookup/{gene}', ['{gene}', 'other']), { gene: 'FICG1' });
    expect([shown.example, shown.body?.example, shown.parameters.id?.example, shown.parameters.kind?.example]).toEqual([
      '/lookup/FICG1',
      ['FICG1', 'other'],
      'FICG1',
      'fixed',
    ]);
  });

  it('has no examples if the release has no data, neither in the URL nor in the body', () => {
    const shown = withExamples(lookup('/lookup/x', ['{gene}']), {});
    expect(['example' in shown, shown.body?.example, shown.parameters.id?.example]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });
});
