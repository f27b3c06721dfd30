/** POST /vep/:species/batch as clients use it: files in, annotated files out, errors they can see. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bgzip, END_BLOCK } from '../../../cli/annotate/bgzip.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { READ_FIRST_BYTES } from '../../../src/http/streamed-body.ts';
import { withLimits } from '../../../src/operation/limits.ts';
import { MEMORY_OF_ANSWERS } from '../../../src/memory-budget.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { useNativeDecompression } from '../../support/native-decompression.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { aliveBytes, MIB } from '../../support/live-memory.ts';

useNativeDecompression();

const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
const openRelease = () => releases.current();
/** The status of each logged request. */
let logged: number[] = [];
const app = createApp({
  operations,
  openRelease,
  memory: MEMORY_OF_ANSWERS,
  log: ({ status }) => void logged.push(status),
});

const ADDRESS = 'http://localhost/rest/vep/demo_mouse/batch';
const HEADER = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts1\n';
const line = (index: number) => `2\t${20_000 + ((index * 11) % 400_000)}\tv${index}\tA\tC,G\t.\tPASS\tAC=1\tGT\t0|1\n`;
const linesOf = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('');
const FILE = HEADER + linesOf(300);

type Sent = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

async function send(body: Sent, headers: Record<string, string> = {}, query = '', service = app): Promise<Response> {
  return service.request(ADDRESS + query, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

async function textOf(body: Sent, headers: Record<string, string> = {}, query = ''): Promise<string> {
  const response = await send(body, headers, query);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

const whole = await textOf(FILE);

describe('a VCF file', () => {
  test('comes back with CSQ, genotypes and the order of its lines', () => {
    const lines = whole.trimEnd().split('\n');
    const header = lines.filter((each) => each.startsWith('#'));
    expect(header[0]).toBe('##fileformat=VCFv4.2');
    expect(header.some((each) => each.startsWith('##INFO=<ID=CSQ,'))).toBe(true);
    expect(header.at(-1)).toMatch(/^#CHROM\t.*\ts1$/);
    const records = lines.slice(header.length);
    expect(records.map((each) => each.split('\t')[2])).toEqual(Array.from({ length: 300 }, (_, index) => `v${index}`));
    expect(records.every((each) => /\tAC=1;CSQ=[CG]\|\S+\tGT\t0\|1$/.test(each))).toBe(true);
  });

  test('of the kind gVCF has no warnings, and effects of the alleles that were seen', async () => {
    const row = (alternatives: string) => `2\t20000\tv\tA\t${alternatives}\t.\tPASS\tAC=1\tGT\t0|1\n`;
    const text = await textOf(HEADER + row('<NON_REF>') + row('C,<NON_REF>') + row('C'));
    const [block = '', seen = '', alone = ''] = text.split('\n').filter((each) => each.startsWith('2'));
    expect(`${block}\n`).toBe(row('<NON_REF>'));
    expect(seen).toContain('\tC,<NON_REF>\t');
    expect(seen.replace(',<NON_REF>', '')).toBe(alone);
  });

  test('has the media type of VCF', async () => {
    expect((await send(FILE)).headers.get('content-type')).toBe('text/x-vcf; charset=utf-8');
  });

  test.each([
    ['gzip', gzipSync(FILE), {}],
    ['gzip that the header names', gzipSync(FILE), { 'content-encoding': 'gzip' }],
    ['bgzip', Buffer.concat([bgzip(Buffer.from(FILE)), END_BLOCK]), { 'content-type': 'application/gzip' }],
    ['gzip within gzip', gzipSync(gzipSync(FILE)), { 'content-encoding': 'gzip' }],
    ['line ends of Windows', FILE.replaceAll('\n', '\r\n'), { 'content-type': 'text/plain' }],
    ['the type that curl sends', FILE, { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('may be %s', async (_, body, headers) => {
    expect(await textOf(body, headers as Record<string, string>)).toBe(whole);
  });

  test('may lack its header', async () => {
    const text = await textOf(linesOf(2));
    expect(text).toContain('\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tSAMPLE1\n2\t20000\tv0\t');
  });

  test('of five columns gets the others', async () => {
    const text = await textOf('#CHROM\tPOS\tID\tREF\tALT\n2\t20000\tv\tA\tC\n');
    const [record = '', names = ''] = text.trimEnd().split('\n').reverse();
    expect(names).toBe('#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO');
    expect(record).toMatch(/^2\t20000\tv\tA\tC\t\.\t\.\tCSQ=\S+$/);
  });

  test('may be a list of its lines in JSON, with spaces for tabs', async () => {
    const body = JSON.stringify({ variants: ['2 20000 v0 A C . . .'] });
    expect(await textOf(body, { accept: 'text/x-vcf' })).toMatch(/\n2\t20000\tv0\tA\tC\t\.\t\.\tCSQ=C\|\S+\n$/);
    expect(JSON.parse(await textOf(body, { 'content-type': 'application/json' }))).toMatchObject([{ id: 'v0' }]);
  });

  test('takes the options of the other operations', async () => {
    expect(await textOf(FILE, {}, '?hgvs=1;canonical=1')).toMatch(/Format: \S*\|CANONICAL\|\S*HGVS_OFFSET/);
    const { status } = await send(FILE, {}, '?refseq=1;merged=1');
    expect(status).toBe(400);
  });
});

describe('formats by Accept', () => {
  test('NDJSON and JSON have the same answers as POST /vep/:species/region', async () => {
    const variants = FILE.trimEnd()
      .split('\n')
      .slice(2, 12)
      .map((each) => each.split('\t').slice(0, 8).join('\t'));
    const region = await app.request('http://localhost/rest/vep/demo_mouse/region', {
      method: 'POST',
      body: JSON.stringify({ variants }),
    });
    const expected: unknown = await region.json();
    const body = variants.join('\n');
    const lines = (await textOf(body, { accept: 'application/x-ndjson' })).trimEnd().split('\n');
    expect(lines.map((each) => JSON.parse(each))).toEqual(expected);
    expect(JSON.parse(await textOf(body, { accept: 'application/json' }))).toEqual(expected);
  });
});

describe('lines that cannot be annotated', () => {
  const odd =
    `${HEADER}#comment\n${line(0)}nowhere\t5\t.\tA\tC\t.\t.\tX=1\nnonsense\n\n#comment\n` +
    `2\t30\t.\tA\t.\t.\t.\t.\n${line(1)}`;

  test('stay in VCF and say why', async () => {
    const lines = (await textOf(odd)).trimEnd().split('\n');
    expect(lines).toContain('nowhere\t5\t.\tA\tC\t.\t.\tX=1;CSQ_WARNING=Could_not_fetch_slice_for_chromosome_nowhere');
    expect(lines).toContain('nonsense');
    expect(lines).toContain('2\t30\t.\tA\t.\t.\t.\t.');
    expect(lines.filter((each) => /^2\t.*CSQ=/.test(each))).toHaveLength(2);
    expect(lines).not.toContain('#comment');
  });

  test('are errors in NDJSON', async () => {
    const answers = (await textOf(odd, { accept: 'application/x-ndjson' }))
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each) as { error?: string });
    expect(answers.map(({ error }) => error !== undefined)).toEqual([false, true, true, true, false]);
  });
});

describe('bodies that are no VCF get a 4xx and a sentence', () => {
  const cut = gzipSync(FILE);
  test.each<[string, Sent, Record<string, string>, number, RegExp]>([
    ['nothing', '', {}, 400, /empty/],
    ['a text', 'hello world', {}, 400, /not a VCF file/],
    ['a header that breaks off', '##fileformat=VCFv4.2\n', {}, 400, /line 2 of the VCF file must name the columns/],
    ['a file without line ends, as curl -d sends it', FILE.replaceAll('\n', ''), {}, 400, /line ends are missing/],
    ['a header without columns', `##x\n${line(0)}`, {}, 400, /line 2/],
    [
      'a header without INFO',
      '#CHROM\tPOS\tID\tREF\tALT\tFORMAT\ts1\n',
      {},
      400,
      /column 6 .* must be QUAL, not 'FORMAT'/,
    ],
    ['JSON of another form', '{"ids":["rs1"]}', {}, 400, /"variants"/],
    ['BCF', 'BCF\x02\x02xxxxxxxxxxxxxxxxxxx', {}, 400, /BCF/],
    ['gzip that was cut', cut.subarray(0, 500), {}, 400, /damaged or was cut off/],
    ['a line of more than 1 MiB', HEADER + 'A'.repeat(2 * MIB), {}, 413, /1048576 bytes/],
    ['another coding', FILE, { 'content-encoding': 'br' }, 415, /gzip/],
    ['a form', FILE, { 'content-type': 'multipart/form-data; boundary=x' }, 415, /form/],
  ])('%s', async (_, body, headers, status, text) => {
    for (const accept of ['*/*', 'application/json', 'application/x-ndjson']) {
      logged = [];
      const response = await send(body, { accept, ...headers });
      expect(response.status).toBe(status);
      expect(((await response.json()) as { error: string }).error).toMatch(text);
      expect(logged).toEqual([status]);
    }
  });
});

describe('errors after the first bytes were sent', () => {
  const long = HEADER + linesOf(20_000);

  /** What arrived, and whether the connection broke off. */
  async function received(response: Response): Promise<{ text: string; broken: boolean }> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      return { text, broken: false };
    } catch {
      return { text, broken: true };
    }
  }

  test('a file that was cut off ends with a line that says so, and the connection breaks off', async () => {
    const bytes = gzipSync(long);
    logged = [];
    const { text, broken } = await received(await send(bytes.subarray(0, bytes.length - 2000)));
    expect(broken).toBe(true);
    expect(logged).toEqual([500]);
    expect(text).toMatch(/\n##ERROR=the body cannot be decompressed.*The rest of the file is missing\n$/);
  });

  test('NDJSON ends with an error as well', async () => {
    const bytes = gzipSync(long);
    const response = await send(bytes.subarray(0, bytes.length - 2000), { accept: 'application/x-ndjson' });
    const { text, broken } = await received(response);
    expect(broken).toBe(true);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      error: expect.stringMatching(/^the body cannot be decompressed: it is damaged or was cut off/),
    });
  });

  test('limits of the operator end the file too', async () => {
    const limits = JSON.stringify({ 'POST /vep/:species/batch': { items: 10_000 } });
    const service = createApp({ operations: withLimits(operations, limits), openRelease });
    const { text, broken } = await received(await send(long, {}, '', service));
    expect(broken).toBe(true);
    expect(text).toContain('##ERROR=The file has more than 10000 lines, the limit of this server.');
    expect((await send(FILE, {}, '', service)).status).toBe(200);
  });

  test('limits of computing count lines', async () => {
    const limits = JSON.stringify({ 'POST /vep/:species/batch': { milliseconds: 20 } });
    const service = createApp({ operations: withLimits(operations, limits), openRelease });
    const response = await send(FILE, {}, '', service);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('takes too much computing');
  });
});

/** A body without end, and whether it was cancelled. */
function endlessBody(): { body: ReadableStream<Uint8Array>; state: { sent: number; cancelled: boolean } } {
  const state = { sent: 0, cancelled: false };
  const encoder = new TextEncoder();
  let index = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = encoder.encode(index === 0 ? HEADER : Array.from({ length: 500 }, () => line(index++)).join(''));
        if (index === 0) index = 1;
        state.sent += piece.length;
        controller.enqueue(piece);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

test('a client that goes away ends the transfer and frees the memory', async () => {
  for (let round = 0; round < 4; round++) {
    const { body, state } = endlessBody();
    const response = await send(body);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(state.cancelled).toBe(true);
    expect(state.sent).toBeLessThan(READ_FIRST_BYTES + MIB);
  }
});

test('memory does not grow with the file', async () => {
  let bytes = 0;
  let alive = 0;
  const before = await aliveBytes();
  const { body } = endlessBody();
  const response = await send(body);
  for await (const chunk of response.body ?? []) {
    const measures = Math.floor((bytes + chunk.length) / (6 * MIB)) > Math.floor(bytes / (6 * MIB));
    bytes += chunk.length;
    if (measures) alive = Math.max(alive, (await aliveBytes()) - before);
    if (bytes > 24 * MIB) break;
  }
  // Of these, BLOCK_CACHE and what the process keeps between requests are counted elsewhere.
  expect(alive).toBeLessThan(24 * MIB);
}, 120_000);
