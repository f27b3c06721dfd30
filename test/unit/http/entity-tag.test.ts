import { describe, expect, test } from 'vitest';
import { present } from '../../../src/checked.ts';
import { matchingTag } from '../../../src/http/entity-tag.ts';
import { ask } from './toy-catalogue.ts';

const tag = async (path: string, headers = {}) => (await ask(path, { headers })).headers.get('etag');

describe('an ETag', () => {
  test('is strong, and the same for every spelling of a request', async () => {
    const plain = await tag('/lookup/id/X?expand=1;size=7');
    expect(plain).toMatch(/^"115-r1-.*"$/);
    for (const same of [
      '/lookup/id/X?size=7&expand=1',
      '//lookup/id/X/?expand=1&size=7&wibble=3',
      '/lookup/X.json?expand=1;size=7',
      '/lookup/id/%58?size=%37;expand=1',
    ]) {
      expect(await tag(same), same).toBe(plain);
    }
    expect(await tag('/lookup/id/X?expand=1;size=7', { accept: 'application/json' })).toBe(plain);
  });

  test('differs for requests with different answers', async () => {
    const requests = [
      '/lookup/id/X',
      '/lookup/id/Y',
      '/lookup/id/X?expand=1',
      '/lookup/id/X?expand=0',
      '/lookup/id/X?size=1',
      '/lookup/id/X?feature=gene',
      '/lookup/id/X?feature=gene;feature=exon',
      '/lookup/id/X?feature=exon;feature=gene',
      '/lookup/id/X?feature=gene%0Afeature%3D4+exon',
    ];
    const tags = await Promise.all(requests.map((path) => tag(path)));
    for (const type of ['text/xml', 'text/html', 'text/x-yaml']) tags.push(await tag('/lookup/id/X', { accept: type }));
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('of JSONP depends on the callback', async () => {
    const script = (callback: string) => tag(`/lookup/id/X?content-type=text/javascript;callback=${callback}`);
    expect(await script('one')).not.toBe(await script('other'));
  });

  test('matches If-None-Match weak or strong, alone or in a list, but not a part of another tag', () => {
    for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" '])
      expect(matchingTag(header, '"a"'), header).toBe(header.includes('W/') ? 'W/"a"' : '"a"');
    for (const header of [null, '', 'a', '"b"', '"aa"', '*'])
      expect(matchingTag(header, '"a"'), String(header)).toBe(null);
  });

  test('is repeated by a 304 as sent: weak for a copy that was compressed on the way', async () => {
    for (const path of ['/lookup/id/X', '/']) {
      const strong = present(await tag(path), 'the ETag');
      for (const kept of [strong, `W/${strong}`]) {
        const same = await ask(path, { headers: { 'if-none-match': kept } });
        expect([same.status, same.headers.get('etag')]).toEqual([304, kept]);
      }
    }
  });
});
