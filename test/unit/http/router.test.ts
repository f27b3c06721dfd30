import { describe, expect, test } from 'vitest';
import { flag, operation, pathText, type Operation } from '../../../src/operation/operation.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { Router } from '../../../src/http/router.ts';

function at(method: 'GET' | 'POST', path: string, aliases: string[] = []): Operation {
  const names = [path, ...aliases].flatMap((each) => [...each.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  return operation({
    group: 'Information',
    method,
    path,
    aliases,
    summary: path,
    example: path,
    formats: ['json'],
    handler: () => ({ kind: 'value', value: path }),
    parameters: { verbose: flag('More'), ...Object.fromEntries(names.map((name) => [name, pathText(name)])) },
    ...(method === 'POST' ? { body: { key: 'ids', summary: 'Ids', limit: 1, missing: 'empty' } } : {}),
  });
}

const router = new Router([
  at('GET', '/variation/:species/:id'),
  at('GET', '/variation/:species/pmid/:pmid'),
  at('POST', '/variation/:species/'),
  at('GET', '/info/variation/:species'),
  at('GET', '/info/variation/consequence_types'),
  at('GET', '/ld/:species/:id/:population'),
  at('GET', '/ld/:species/pairwise/:id1/:id2'),
  at('POST', '/lookup/symbol/:species/:symbol', ['/lookup/symbol/:species']),
]);

function find(path: string, method = 'GET'): string {
  const match = router.match(
    method,
    path.split('/').filter((segment) => segment !== ''),
  );
  return 'operation' in match
    ? `${match.operation.path} ${JSON.stringify(match.path)}`
    : `none, but ${match.allowed.join(' ') || 'nothing'}`;
}

describe('the router', () => {
  test.each([
    ['/variation/human/rs1', '/variation/:species/:id {"species":"human","id":"rs1"}'],
    ['/variation/human/pmid', '/variation/:species/:id {"species":"human","id":"pmid"}'],
    ['/variation/human/pmid/7', '/variation/:species/pmid/:pmid {"species":"human","pmid":"7"}'],
    ['/variation/human', 'none, but POST'],
    ['/info/variation/consequence_types', '/info/variation/consequence_types {}'],
    ['/info/variation/human', '/info/variation/:species {"species":"human"}'],
    ['/ld/human/pairwise/CEU', '/ld/:species/:id/:population {"species":"human","id":"pairwise","population":"CEU"}'],
    ['/ld/human/pairwise/rs1/rs2', '/ld/:species/pairwise/:id1/:id2 {"species":"human","id1":"rs1","id2":"rs2"}'],
    ['/ld/human', 'none, but nothing'],
    ['/', 'none, but nothing'],
  ])('finds for %s: %s', (path, expected) => expect(find(path)).toBe(expected));

  test('accepts an alias that lacks a parameter', () => {
    expect(find('/lookup/symbol/human', 'POST')).toBe('/lookup/symbol/:species/:symbol {"species":"human"}');
    expect(find('/lookup/symbol/human/BRCA2', 'POST')).toBe(
      '/lookup/symbol/:species/:symbol {"species":"human","symbol":"BRCA2"}',
    );
  });

  test('rejects two operations with one path', () => {
    expect(() => new Router([at('GET', '/a/:b'), at('GET', '/a/:c')])).toThrow(
      'GET /a/:c is defined twice, by /a/:b and /a/:c',
    );
  });

  test('finds every operation of the catalogue by its path and its aliases', () => {
    const all = new Router(operations);
    for (const each of operations) {
      for (const path of [each.path, ...(each.aliases ?? [])]) {
        const match = all.match(
          each.method,
          path
            .split('/')
            .filter((segment) => segment !== '')
            .map((segment) => segment.replace(/^:/, 'some-')),
        );
        expect('operation' in match && match.operation, `${each.method} ${path}`).toBe(each);
      }
    }
  });
});
