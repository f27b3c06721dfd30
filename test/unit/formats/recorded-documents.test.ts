/** Ensembl's own answers: the same request recorded as JSON and in another format must agree through our writers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fasta, type SequenceRecord, seqxml } from '../../../src/formats/sequence-formats.ts';
import { xml } from '../../../src/formats/xml.ts';
import { yaml } from '../../../src/formats/yaml.ts';

const RECORDINGS = new URL('../../../../shared/conformance/', import.meta.url);
const present = existsSync(RECORDINGS);
if (!present) console.log('skipped: no recordings beside the project (../shared/conformance)');

/** Bodies of good GETs by address and media type. */
function recorded(): Map<string, Map<string, string>> {
  const bodies = new Map<string, Map<string, string>>();
  for (const file of readdirSync(RECORDINGS).filter((name) => name.endsWith('.jsonl'))) {
    for (const line of readFileSync(new URL(file, RECORDINGS), 'utf8').trimEnd().split('\n')) {
      const { method, url, status, type, body } = JSON.parse(line) as Record<string, string> & { status: unknown };
      if (method !== 'GET' || status !== 200) continue;
      const address = url!.replace(/[?;]content-type=[^;]*/, '');
      bodies.set(address, (bodies.get(address) ?? new Map()).set(type!, body!));
    }
  }
  return bodies;
}

/** Pairs of an address: the JSON value and the body of the other type. */
function pairs(type: string): [address: string, value: unknown, body: string][] {
  return [...recorded()].flatMap(([address, bodies]) => {
    const json = bodies.get('application/json');
    const other = bodies.get(type);
    return json && other ? [[address, JSON.parse(json), other] as [string, unknown, string]] : [];
  });
}

const sortedLines = (text: string) => text.trimEnd().split('\n').sort();

describe.skipIf(!present)('recorded documents', () => {
  test('XML is the same to the byte, but for the order that Perl gave lists of hashes', () => {
    const all = pairs('text/xml');
    expect(all.length).toBeGreaterThan(40);
    let identical = 0;
    for (const [address, value, body] of all) {
      const written = xml(value);
      if (written.trimEnd() === body.trimEnd()) identical++;
      else expect(sortedLines(written), address).toEqual(sortedLines(body));
    }
    expect(identical).toBeGreaterThan(all.length * 0.8);
  });

  test('YAML says the same', () => {
    const all = pairs('text/x-yaml');
    expect(all.length).toBeGreaterThan(0);
    const options = { version: '1.1', schema: 'failsafe' } as const;
    for (const [address, value, body] of all)
      expect(parse(yaml(value), options), address).toEqual(parse(body, options));
  });

  test('sequences are the same to the byte in FASTA and seqXML', () => {
    let compared = 0;
    for (const [type, write] of [
      ['text/x-fasta', fasta],
      ['text/x-seqxml+xml', seqxml],
    ] as const) {
      for (const [address, value, body] of pairs(type)) {
        const records = (Array.isArray(value) ? value : [value]) as SequenceRecord[];
        const shown = address.includes('/region/') ? records.map((record) => ({ ...record, desc: null })) : records;
        expect(write(shown).trimEnd(), address).toBe(body.trimEnd());
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});
