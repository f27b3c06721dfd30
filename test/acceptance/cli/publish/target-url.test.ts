import { afterEach, expect, test, vi } from 'vitest';
import { openTarget, parseTarget } from '../../../../cli/publish/target-address.ts';

afterEach(() => vi.unstubAllEnvs());

const parse = (text: string, namespace: string | null = null) => parseTarget(text, async () => namespace);

test('a target is a folder, an S3-compatible store, or R2 with KV', async () => {
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'abc');
  expect(await parse('../mirror')).toEqual({ folder: '../mirror' });
  expect(await parse('file:///srv/a%20mirror')).toEqual({ folder: '/srv/a mirror' });
  expect(await parse('s3://genomes')).toEqual({ bucket: { bucket: 'genomes', prefix: '' } });
  expect(await parse('s3://genomes/a/b/?endpoint=https://s3.example.org&region=eu')).toEqual({
    bucket: { bucket: 'genomes', prefix: 'a/b/', endpoint: 'https://s3.example.org', region: 'eu' },
  });
  const r2 = { bucket: 'genomes', prefix: '', endpoint: 'https://abc.r2.cloudflarestorage.com', region: 'auto' };
  expect(await parse('r2://genomes?kv=123')).toEqual({ bucket: r2, kv: { account: 'abc', namespace: '123' } });
  expect(await parse('r2://genomes', 'of the Worker')).toEqual({
    bucket: r2,
    kv: { account: 'abc', namespace: 'of the Worker' },
  });
});

test.each([
  ['https://example.org/x', "--to 'https://example.org/x' is no target: give a folder, s3://"],
  ['s3://', 's3:// needs the name of a bucket'],
  ['s3://key:secret@bucket', '--to must not contain credentials'],
  ['s3://bucket?endpont=x', "s3:// has no setting 'endpont'; its settings are endpoint, region"],
  ['s3://bucket?endpoint=s3.example.org', 'endpoint= must be the URL of a store'],
  ['r2://bucket/prefix?account=a&kv=b', "r2:// takes no prefix, but got 'prefix'"],
  ['r2://bucket', 'r2:// needs the account'],
  ['r2://bucket?account=a', 'r2:// needs the KV namespace that the Worker reads'],
])('%s is rejected with a message without secrets', async (address, sentence) => {
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', '');
  const refused = parse(address);
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.not.toThrow('secret@');
});

test('R2 needs the id of a KV namespace, since wrangler.toml contains zeros, and a token', async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', '');
  await expect(openTarget('r2://bucket?account=a', 1)).rejects.toThrow('put its id into wrangler.toml');
  await expect(openTarget('r2://bucket?account=a&kv=b', 1)).rejects.toThrow('set CLOUDFLARE_API_TOKEN');
});
