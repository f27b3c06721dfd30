/** Publishing into another folder, and the command as an operator uses it. */
import { spawn } from 'node:child_process';
import { access, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolderTarget } from '../../../../cli/publish/folder-target.ts';
import { rollBack } from '../../../../cli/publish/releases.ts';
import { decodeDocument, encodeDocument } from '../../../../src/index/document.ts';
import { FORMAT_VERSIONS } from '../../../../src/index/blocks/object-header.ts';
import { decodeReleaseList } from '../../../../src/release/release-list.ts';
import { ROOT_VERSION } from '../../../../src/release/root.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { startProxy } from './faulty-proxy.ts';
import { inventRelease, OBJECTS } from './invented-release.ts';
import { BUCKET, KEYS, startS3Server, type S3Server } from './s3-server.ts';
import { at, found, present } from '../../../../src/checked.ts';

const CLI = fileURLToPath(new URL('../../../../cli/genomic-edge.ts', import.meta.url));
const NO_KEYS = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

let server: S3Server;
let index: string;
let first: string;
let second: string;

beforeAll(async () => {
  server = await startS3Server();
  index = await testFolder();
  first = await inventRelease(index, 114);
  second = await inventRelease(index, 115, 3_000_000);
});

afterAll(() => server.stop());

interface Ended {
  code: number | null;
  said: string;
  complaint: string;
}

/** Runs the command, in a shell with `limit` if given. */
function run(args: string[], env: Record<string, string> = {}, limit?: string): Promise<Ended> {
  const [program, ...rest] = [process.execPath, CLI, 'publish', ...args] as const;
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...clean } = process.env;
  const child = limit
    ? spawn('sh', ['-c', `${limit}; exec "$@"`, 'sh', program, ...rest], { env: { ...clean, ...env } })
    : spawn(program, rest, { env: { ...clean, ...env } });
  const ended: Ended = { code: null, said: '', complaint: '' };
  child.stdout.on('data', (text) => (ended.said += text));
  child.stderr.on('data', (text) => (ended.complaint += text));
  return new Promise((settle) => child.once('close', (code) => settle({ ...ended, code })));
}

/** Runs a command that must fail. @returns its only line of output */
async function refusal(args: string[], env: Record<string, string> = {}, limit?: string): Promise<string> {
  const { code, said, complaint } = await run(args, env, limit);
  expect([code, said]).toEqual([1, '']);
  const lines = complaint.trimEnd().split('\n');
  expect(lines, 'one line').toHaveLength(1);
  return at(lines, 0);
}

const currentOf = async (folder: string) =>
  Buffer.compare(await readFile(join(folder, 'current')), await readFile(join(index, 'current'))) === 0
    ? second
    : first;

test('publishing into a folder writes the same files as a build, and the folder can list and roll back releases', {
  timeout: 120_000,
}, async () => {
  const mirror = join(await testFolder(), 'new', 'mirror');
  expect((await run(['--index', index, '--to', mirror, '--release', first])).said).toMatch(
    new RegExp(`^Release ${first} is now current in .*mirror: ${OBJECTS} objects sent`),
  );
  expect((await run(['--index', index, '--to', `file://${mirror}`])).said).toContain(
    `Release ${second} is now current`,
  );
  for (const entry of await readdir(index, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'releases') continue;
    const path = join(entry.parentPath, entry.name);
    expect(Buffer.compare(await readFile(mirror + path.slice(index.length)), await readFile(path)), path).toBe(0);
  }
  expect((await readdir(mirror)).sort()).toEqual([first, second, 'current', 'releases'].sort());
  expect(decodeReleaseList(await readFile(join(mirror, 'releases')))).toMatchObject([
    { id: first, version: 114 },
    { id: second, version: 115 },
  ]);

  const listed = (await run(['--to', mirror, '--list'])).said;
  expect(listed).toMatch(
    new RegExp(`^\\* ${second}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  ${OBJECTS + 1} objects  3\\.\\d MB\\n  ${first}  `),
  );
  expect((await run(['--to', mirror, '--rollback'])).said).toBe(
    `Release ${first} is now current in ${mirror}; before, it was ${second}.\n`,
  );
  expect(await currentOf(mirror)).toBe(first);
});

test.each(['--list', '--rollback'])(
  '%s rejects a folder that does not exist, and does not create it',
  async (option) => {
    const nowhere = join(await testFolder(), 'nowhere');
    expect(await refusal(['--to', nowhere, option])).toBe(
      `genomic-edge publish: the folder ${nowhere} does not exist: check the path in --to`,
    );
    await expect(access(nowhere)).rejects.toThrow('ENOENT');
  },
);

test('a rollback rejects a folder without releases', async () => {
  const empty = await testFolder();
  expect(await refusal(['--to', empty, '--rollback'])).toBe(
    `genomic-edge publish: ${empty} contains no release: check --to, or publish one first`,
  );
});

test('a rollback rejects incomplete releases', async () => {
  const mirror = await testFolder();
  await cp(index, mirror, { recursive: true });
  const target = new FolderTarget(mirror);
  const back = (release?: string) => rollBack(target, release, () => {});
  await rm(
    join(
      mirror,
      first,
      found(await readdir(join(mirror, first)), (name) => name.endsWith('.bin')),
    ),
  );
  await expect(back(first)).rejects.toThrow(/release 114-\w+ is incomplete: \S+ is missing; publish it again$/);
  await rm(join(mirror, first, 'root'));
  await expect(back()).rejects.toThrow(
    'has no release from before the current one: it contains no other complete release',
  );
  await rm(join(mirror, second, 'root'));
  expect((await run(['--to', mirror, '--list'])).said).toContain(`The current release, ${second}, is incomplete in`);
  expect(await currentOf(mirror)).toBe(second);
});

test('a rollback can be interrupted while it waits for another publisher', async () => {
  const mirror = await testFolder();
  await cp(index, mirror, { recursive: true });
  await writeFile(
    join(mirror, 'publishing.lock'),
    JSON.stringify({ token: 'another', host: hostname(), process: process.pid, since: '', renewals: 0 }),
  );
  const child = spawn(process.execPath, [CLI, 'publish', '--to', mirror, '--rollback'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text)).once('data', () => child.kill('SIGINT'));
  expect(await new Promise((settle) => child.once('close', settle))).toBe(1);
  expect(complaint).toMatch(
    /^Another publisher has the lock .*\ngenomic-edge publish: interrupted: run the same command again .*\n$/,
  );
  expect(await currentOf(mirror)).toBe(second);
});

test('a dry run reports what publishing would send and its costs, and writes nothing', async () => {
  const mirror = join(await testFolder(), 'mirror');
  const { said } = await run(['--index', index, '--to', mirror, '--dry-run', '--requests', '100000000']);
  expect(said).toContain(`Release ${second} in ${mirror}: ${OBJECTS + 1} objects would be sent (3.`);
  // R2: 300 million reads, the first 10 million free, at 0.36 USD per million. Workers: 5 USD, and 90 million requests
  // at 0.30 USD per million.
  expect(said).toMatch(/ 104\.40 USD {2}R2 reads, 300,000,000 for 100,000,000 requests\n/);
  expect(said).toMatch(/ 32\.00 USD {2}Workers/);
  expect(said).toMatch(/ 137\.80 USD {2}total\n$/);
  await expect(access(mirror)).rejects.toThrow();
  const counted = (text: string) =>
    present(/: (\d+) objects .*\((.+?)\), (\d+) (?:are|were) there/.exec(text), 'a match').slice(1);
  expect(counted((await run(['--index', index, '--to', mirror])).said)).toEqual(counted(said));
  expect(counted((await run(['--index', index, '--to', mirror, '--dry-run'])).said)).toEqual([
    '0',
    expect.any(String),
    String(OBJECTS + 1),
  ]);
});

describe('publish reports in one line', () => {
  test('a target that is the index or a file, a missing index, and an unknown release', async () => {
    expect(await refusal(['--index', index, '--to', index])).toContain(
      'is the index folder itself: give another folder or a bucket',
    );
    expect(await refusal(['--index', index, '--to', join(index, 'current')])).toContain(
      `${join(index, 'current')} is a file; choose another path`,
    );
    expect(await refusal(['--index', index, '--to', join(index, 'current/below')])).toContain(
      `${join(index, 'current')} is a file; choose another path`,
    );
    expect(await refusal(['--to', '/nowhere'])).toContain(
      '--index is missing: give the index folder to publish, --index DIR',
    );
    expect(await refusal(['--to', '/nowhere', '--index', index, '--release', '115'])).toContain(
      `115/root is missing; its releases are ${[first, second].sort().join(', ')}: choose one with --release`,
    );
  });

  test('a target with releases of another format version', async () => {
    const older = await testFolder();
    await cp(index, older, { recursive: true });
    const root = await readFile(join(older, 'current'));
    const decoded = decodeDocument(root, 'root', ROOT_VERSION);
    const otherObjects = { ...(decoded.value as object), formats: { ...FORMAT_VERSIONS, 'sorted table': 99 } };
    const other =
      `the current release in ${older} has another format version, ` + 'so its service could not read this release';
    for (const [pointer, why] of [
      [
        Uint8Array.from(root).with(7, 2),
        `its root is of format version 2; this software reads version ${ROOT_VERSION}`,
      ],
      [
        encodeDocument(otherObjects, decoded.attachments, ROOT_VERSION),
        `sorted table of version 99; this software reads version ${FORMAT_VERSIONS['sorted table']}`,
      ],
    ] as const) {
      await writeFile(join(older, 'current'), pointer);
      for (const act of [
        ['--index', index],
        ['--index', index, '--dry-run'],
        ['--rollback', first],
      ])
        expect(await refusal([...act, '--to', older])).toContain(`${other} (${why}): publish to a new target`);
      expect(await readFile(join(older, 'current'))).toEqual(Buffer.from(pointer));
    }
  });

  test('a damaged pointer, which publishing or a rollback to a named release replaces', async () => {
    const damaged = await testFolder();
    await cp(index, damaged, { recursive: true });
    const root = await readFile(join(damaged, 'current'));
    for (const pointer of [
      'no root at all',
      'GEDGE-X\x04 and no more',
      Uint8Array.from(root)
        .with(7, 2)
        .with(40, at(root, 40) ^ 1),
    ]) {
      await writeFile(join(damaged, 'current'), pointer);
      expect((await run(['--to', damaged, '--list'])).said).toMatch(
        /the value 'current' of .* is not the root of a release: .*\. Publish again, or choose a release with/,
      );
      expect(await refusal(['--to', damaged, '--rollback'])).toMatch(
        /is not the root of a release: .*: choose a release with --rollback RELEASE$/,
      );
      expect((await run(['--to', damaged, '--rollback', first])).said).toContain(`Release ${first} is now current`);
      await writeFile(join(damaged, 'current'), pointer);
      expect((await run(['--index', index, '--to', damaged])).said).toContain(`Release ${second} is now current`);
    }
    await writeFile(join(damaged, 'releases'), '{"rel');
    expect(await refusal(['--index', index, '--to', damaged])).toContain(
      `the value 'releases' is not a list of releases in ${damaged}: ` +
        'remove this value; the next publish writes a new list',
    );
  });

  test('an index with a damaged pointer, or with a pointer to a missing release', async () => {
    const broken = await testFolder();
    await cp(index, broken, { recursive: true });
    await rm(join(broken, second, 'root'));
    expect(await refusal(['--index', broken, '--to', '/nowhere'])).toMatch(
      /cannot publish from .*115-\w+\/root is missing; its releases are 114/,
    );
    await writeFile(join(broken, 'current'), 'nonsense');
    expect(await refusal(['--index', broken, '--to', '/nowhere'])).toContain('current is not the root of a release');
  });

  test('wrong and missing credentials, and missing buckets and stores', async () => {
    const args = ['--index', index, '--to', `s3://${BUCKET}/x?endpoint=${server.endpoint}`];
    const wrong = await refusal(args, { ...KEYS, AWS_SECRET_ACCESS_KEY: 'very-secret' });
    expect(wrong).toMatch(
      /rejects the credentials for the bucket mirror \(SignatureDoesNotMatch: .*\): check AWS_ACCESS_KEY_ID/,
    );
    expect(wrong).not.toContain('very-secret');
    expect(await refusal(args, { ...KEYS, AWS_ACCESS_KEY_ID: 'nobody' })).toContain('InvalidAccessKeyId');
    expect(await refusal(args, NO_KEYS)).toContain(
      'no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
    expect(await refusal(['--index', index, '--to', `s3://nosuch?endpoint=${server.endpoint}`], KEYS)).toContain(
      'has no bucket nosuch: create it first',
    );
    const gone = await startProxy(server.endpoint);
    await gone.stop();
    expect(await refusal(['--index', index, '--to', `s3://${BUCKET}?endpoint=${gone.endpoint}`], KEYS)).toMatch(
      /the connection to .* failed \(.*ECONNREFUSED.*\): check the endpoint/,
    );
  });

  test('a full disk, which leaves the old release current and no partial object', async () => {
    const mirror = await testFolder();
    await run(['--index', index, '--to', mirror, '--release', first]);
    // Files of at most 1 MB (2,048 blocks of 512 bytes): writing fails in the middle, as on a full disk.
    expect(await refusal(['--index', index, '--to', mirror], {}, 'ulimit -f 2048')).toMatch(/EFBIG|ENOSPC/);
    expect(await currentOf(mirror)).toBe(first);
    const files = await readdir(mirror, { recursive: true });
    expect(files.filter((name) => /partial|lock/.test(name))).toEqual([]);
    await run(['--index', index, '--to', mirror]);
    expect(await currentOf(mirror)).toBe(second);
  });
});
