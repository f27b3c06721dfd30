import { describe, expect, test } from 'vitest';
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { found } from '../../../../src/checked.ts';
import { withExamples, type ShownOperation } from '../../../../src/operation/example.ts';
import { exampleRequest, problemOf, readyRequest, typedRequest } from '../../../../src/pages/try/typed-request.ts';

const VALUES = { species: 'homo_sapiens', gene: 'ENSG1', region: '6:1-20', symbol: 'BRCA2' };

function operation(method: 'GET' | 'POST', path: string): ShownOperation {
  return withExamples(
    found(operations, (each) => each.method === method && each.path === path),
    VALUES,
  );
}

const lookup = operation('GET', '/lookup/id/:id');
const lookups = operation('POST', '/lookup/id');
const genes: ShownOperation = lookups.body
  ? { ...lookups, example: '/lookup/id', body: { ...lookups.body, example: ['ENSG1', 'ENSG2'] } }
  : lookups;
const overlap = operation('GET', '/overlap/region/:species/:region');

const query = (fields: Record<string, string[]>) => new Map(Object.entries(fields));

/** The address for the fields of a form. */
function addressOf(shown: ShownOperation, fields: Record<string, string[]>, pinned?: string) {
  const typed = typedRequest(shown, query(fields));
  return typed && readyRequest(shown, typed, pinned).address;
}

describe('the query of a page', () => {
  test('without a field of the form describes no request', () => {
    expect(typedRequest(lookup, query({}))).toBeNull();
    expect(typedRequest(lookup, query({ release: ['115'], nosuch: ['1'] }))).toBeNull();
  });

  test('becomes path and query; empty fields are left out', () => {
    expect(addressOf(lookup, { id: ['ENSG1'], expand: ['1'], species: [''] })).toBe('/lookup/id/ENSG1?expand=1');
    expect(addressOf(overlap, { species: ['human'], region: ['6:1-20'], feature: ['gene', 'exon'] })).toBe(
      '/overlap/region/human/6:1-20?feature=gene;feature=exon',
    );
  });

  test('counts the first of several values, as the service does, but all of a list', () => {
    expect(addressOf(lookup, { id: ['ENSG1', 'ENSG2'] })).toBe('/lookup/id/ENSG1');
    expect(addressOf(overlap, { species: ['h'], region: ['1:1-2'], so_term: ['a\r\n b \n\n', 'c'] })).toBe(
      '/overlap/region/h/1:1-2?so_term=a;so_term=b;so_term=c',
    );
  });

  test('cannot leave the path of the operation', () => {
    const address = addressOf(lookup, { id: ['../../x?y=1#z/&;='] });
    expect(address).toBe('/lookup/id/..%2F..%2Fx%3Fy%3D1%23z%2F%26%3B%3D');
    expect(new URL(`http://host/rest${address}`).pathname).toMatch(/^\/rest\/lookup\/id\//);
    for (const dots of ['.', '..']) {
      const typed = typedRequest(lookup, query({ id: [dots] }));
      expect(typed && problemOf(lookup, typed)).toEqual({ fields: ['id'], text: 'id cannot consist of dots only.' });
    }
  });

  test('names the parameters of the path that are missing', () => {
    const typed = typedRequest(overlap, query({ species: [''], region: [''], feature: ['gene'] }));
    expect(typed && problemOf(overlap, typed)).toEqual({
      fields: ['species', 'region'],
      text: 'Please fill in species and region: the path of the request contains it.',
    });
  });

  test('uses the shorter path without an optional parameter, so that the service answers with its own sentence', () => {
    expect(addressOf(lookup, { id: [''] })).toBe('/lookup/id');
  });

  test('adds the release and the format', () => {
    expect(addressOf(lookup, { id: ['ENSG1'], 'content-type': ['text/xml'] }, '115')).toBe(
      '/lookup/id/ENSG1?release=115;content-type=text%2Fxml',
    );
    for (const type of ['application/json', 'text/html', 'text/javascript', 'nosuch'])
      expect(addressOf(lookup, { id: ['ENSG1'], 'content-type': [type] })).toBe('/lookup/id/ENSG1');
  });

  test('contains the body as lines or as JSON', () => {
    const bodyOf = (text: string) => {
      const typed = typedRequest(lookups, query({ body: [text] }));
      return typed && readyRequest(lookups, typed).body;
    };
    expect(bodyOf('ENSG1\r\n\r\n ENSG2 \r\n')).toBe('{"ids":["ENSG1","ENSG2"]}');
    expect(bodyOf(' {"ids": ["ENSG1"], "expand": 1}')).toBe('{"ids": ["ENSG1"], "expand": 1}');
    expect(bodyOf('')).toBe('{"ids":[]}');
  });
});

test('the form begins with the values of the example', () => {
  expect([...exampleRequest(overlap).values]).toEqual([
    ['species', ['homo_sapiens']],
    ['region', ['6:1-20']],
    ['feature', ['gene']],
  ]);
  expect(exampleRequest(genes).body).toBe('ENSG1\nENSG2');
  expect([...exampleRequest({ ...lookup, example: undefined }).values]).toEqual([]);
});
