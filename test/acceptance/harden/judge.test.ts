/** Tests of the judge: a judge without findings would make every run look good. */
import { describe, expect, test } from 'vitest';
import { VEP_JS } from '../../../src/pages/assets/vep-module.ts';
import { judge, type FaultName } from './judge.ts';
import { MARKUP } from './odd-values.ts';
import type { HardenRequest } from './request.ts';
import type { Answer } from './send.ts';

const request: HardenRequest = { method: 'GET', target: '/rest/info/ping', headers: [], body: null };
const rules = { slowest: 2000, largest: 1000 };

function answer({
  headers = {},
  ...given
}: Partial<Omit<Answer, 'headers'>> & { headers?: Record<string, string> } = {}): Answer {
  const all = {
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json',
    ...headers,
  };
  return {
    status: 200,
    text: '{"ping":1}',
    size: 10,
    ms: 5,
    overSocket: false,
    byRuntime: false,
    ...given,
    headers: new Map(Object.entries(all)),
  };
}
const page = (body: string) =>
  answer({
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
    text: `<!DOCTYPE html>${body}`,
  });
const redirect = (location: string, text = '') =>
  answer({ status: 301, headers: { location, 'content-type': '' }, text, size: text.length });
const faults = (given: Answer, asked = request) => judge(asked, given, rules).map(({ name }) => name);

test('right answers and errors pass', () => {
  expect(faults(answer())).toEqual([]);
  expect(faults(answer({ status: 400, text: '{"error":"ID \'x\' not found"}' }))).toEqual([]);
  expect(faults(page('<p>&lt;script&gt;</p>'))).toEqual([]);
  expect(
    faults(answer({ headers: { 'content-type': 'text/javascript; charset=utf-8' }, text: '/**/a.show({});' })),
  ).toEqual([]);
  expect(faults(answer({ headers: { 'content-type': 'text/javascript' }, text: '{"ping":1}' }))).toEqual([]);
  expect(faults(redirect('/rest/openapi.json?release=115'))).toEqual([]);
  expect(faults(answer({ headers: { 'content-type': 'text/javascript' }, text: VEP_JS }))).toEqual([]);
  expect(faults(answer({ size: 1001 }), { ...request, target: '/rest/refget/sequence/SQ.x' })).toEqual([]);
});

describe('the judge finds', () => {
  test.each<[FaultName, Answer]>([
    ['server error', answer({ status: 500, text: '{"error":"x"}' })],
    ['server error', answer({ status: 500, byRuntime: true })],
    ['no answer', answer({ status: 0 })],
    ['slow', answer({ ms: 2001 })],
    ['large', answer({ size: 1001 })],
    ['wordless', answer({ status: 400, text: '' })],
    ['wordless', answer({ status: 404, text: 'Not found' })],
    ['wordless', answer({ status: 400, text: '{"error":""}' })],
    ['wordless', answer({ status: 400, text: '{"error":"x","stack":"y"}' })],
    ['wordless', answer({ status: 400, text: '{"error":"TypeError at src/app.ts:12:3"}' })],
    ['wordless', answer({ status: 400, text: '{"error":"x"}', headers: { 'content-type': 'text/plain' } })],
    ['trace', page('<pre>Error: x\n    at handle (file:///app/src/app.ts:12:3)</pre>')],
    ['markup', page('<a href="https://evil.example/">x</a>')],
    ['markup', page('<a href="javascript:alert(7310)">x</a>')],
    ['injected', answer({ headers: { 'x-injected': '1' } })],
    ['injected', answer({ remark: 'HTTP/1.1 200 OK\r\n' })],
    ['sniffable', answer({ headers: { 'x-content-type-options': '' } })],
    ['sniffable', answer({ headers: { 'content-type': 'text/html' }, text: '<!DOCTYPE html>' })],
    ['callback', answer({ headers: { 'content-type': 'text/javascript' }, text: '/**/alert(1)//({});' })],
    ['callback', answer({ headers: { 'content-type': 'text/javascript' }, text: 'show({});' })],
    ['malformed', answer({ text: '{"ping":' })],
    ['malformed', redirect('/rest/', 'text')],
    ['astray', redirect('//elsewhere.example/')],
    ['astray', redirect('/\\elsewhere.example/')],
    ['astray', redirect('https://elsewhere.example/')],
    ['astray', redirect('')],
  ])('%s', (name, given) => {
    expect(faults(given)).toContain(name);
  });

  test.each(MARKUP)('markup: %s', (markup) => {
    expect(faults(page(`<p>${markup}</p>`))).toContain('markup');
    expect(
      faults(answer({ headers: { 'content-type': 'text/xml; charset=utf-8' }, text: `<opt>${markup}</opt>` })),
    ).toContain('markup');
    expect(faults(answer({ text: JSON.stringify({ said: markup }) }))).toEqual([]);
  });

  test('a long script of which only the beginning is known is none of them', () => {
    const long = { headers: { 'content-type': 'text/javascript' }, text: '{"seq":"TATT', size: 9_000_000 };
    expect(faults(answer(long))).toEqual(['large']);
  });

  test('links that leave the service', () => {
    for (const address of ['//rest/info', 'javascript:alert(1)'])
      expect(faults(page(`<a href="${address}">x</a>`))).toEqual(['markup']);
  });
});

test('the judge ignores runtime errors for invalid HTTP, but not for valid requests', () => {
  const own = {
    byRuntime: true,
    status: 501,
    headers: { 'content-type': 'text/plain' },
    text: 'ERROR: Unrecognized request method.',
  };
  expect(faults(answer({ ...own, overSocket: true }))).toEqual([]);
  expect(faults(answer(own))).toEqual(['server error']);
});
