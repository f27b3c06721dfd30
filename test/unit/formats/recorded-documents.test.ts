/** Writes Ensembl's recorded JSON answers in another format and compares with Ensembl's answer in that format. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fasta, type SequenceRecord, seqxml } from '../../../src/formats/sequence-formats.ts';
import { xml } from '../../../src/formats/xml.ts';
import { yaml } from '../../../src/formats/yaml.ts';

interface Exchange {
  method: string;
  url: string;
  status: number;
  type: string;
  body: string;
}

const RECORDINGS = new URL('../../../../shared/conformance/', import.meta.url);
const present = existsSync(RECORDINGS);
if (!present) console.log('skipped: ../shared/conformance is missing');

/** Bodies of GETs with status 200 by URL and media type. */
function recorded(): Map<string, Map<string, string>> {
  const bodies = new Map<string, Map<string, string>>();
  for (const file of readdirSync(RECORDINGS).filter((name) => name.endsWith('.jsonl'))) {
    for (const line of readFileSync(new URL(file, RECORDINGS), 'utf8').trimEnd().split('\n')) {
      const { method, url, status, type, body }: Exchange = JSON.parse(line);
      if (method !== 'GET' || status !== 200) continue;
      const address = url.replace(/[?;]content-type=[^;]*/, '');
      bodies.set(address, (bodies.get(address) ?? new Map()).set(type, body));
    }
  }
  return bodies;
}

/** URLs recorded both as JSON and in another type, with the JSON value and the other body. */
function pairs(type: string): [address: string, value: unknown, body: string][] {
  const found: [string, unknown, string][] = [];
  for (const [address, bodies] of recorded()) {
    const [json, other] = [bodies.get('application/json'), bodies.get(type)];
    if (json && other) found.push([address, JSON.parse(json), other]);
  }
  return found;
}

const sortedLines = (text: string) => text.trimEnd().split('\n').sort();

describe.skipIf(!present)("compared with Ensembl's answers", () => {
  test('XML is equal to the byte, except for the order of hashes in Perl', () => {
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

  test('YAML parses to the same value', () => {
    const all = pairs('text/x-yaml');
    expect(all.length).toBeGreaterThan(0);
    const options = { version: '1.1', schema: 'failsafe' } as const;
    for (const [address, value, body] of all)
      expect(parse(yaml(value), options), address).toEqual(parse(body, options));
  });

  test('FASTA and seqXML are equal to the byte', () => {
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
