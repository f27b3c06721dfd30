/** samtools decodes a CRAM file without its FASTA file: htslib asks the service for the reference, by REF_PATH. */
import { execFile, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { only } from '../../../src/checked.ts';
import { testFolder } from '../../support/test-folder.ts';
import { servedDemo } from './served-demo.ts';

const { SAMTOOLS = 'samtools' } = process.env;
const hasSamtools = spawnSync(SAMTOOLS, ['--version']).status === 0;

const run = promisify(execFile);

const [READS, READ_LENGTH] = [200, 100];

interface Assembly {
  top_level_region: { name: string; length: number }[];
}

describe.skipIf(!hasSamtools)(`samtools${hasSamtools ? '' : ' (skipped: not installed, see $SAMTOOLS)'}`, () => {
  let url: string;
  let folder: string;
  /** The reads as SAM lines. */
  let reads: string[];

  beforeAll(async () => {
    url = await servedDemo();
    folder = await testFolder();
    const json = async (path: string) =>
      (await fetch(`${url}${path}`, { headers: { accept: 'application/json' } })).json();
    const species = ((await json('/info/species')) as { species: { name: string }[] }).species.map(({ name }) => name);
    const [first = ''] = species.filter((name) => !name.startsWith('ancestral'));
    const { top_level_region: regions } = (await json(`/info/assembly/${first}`)) as Assembly;
    const region = regions.toSorted((a, b) => b.length - a.length)[0];
    if (!region) throw new Error(`${first} has no regions`);
    const length = Math.min(region.length, 1_000_000);
    const address = `${url}/sequence/region/${first}/${region.name}:1..${length}?content-type=text/plain`;
    expect(length, 'the whole region, so that its digest is that of the FASTA file').toBe(region.length);
    const bases = await (await fetch(address)).text();
    await writeFile(join(folder, 'reference.fa'), `>${region.name}\n${bases.replace(/.{60}/g, '$&\n')}\n`);
    const starts = Array.from({ length: READS }, (_, each) => 1 + Math.floor(((length - READ_LENGTH) * each) / READS));
    reads = starts.map((start, each) => {
      const letters = [...bases.slice(start - 1, start - 1 + READ_LENGTH)];
      // Every read differs from the reference in one base.
      letters[each % READ_LENGTH] = letters[each % READ_LENGTH] === 'A' ? 'C' : 'A';
      const [seq, quality] = [letters.join(''), 'I'.repeat(READ_LENGTH)];
      return [`read${each}`, 0, region.name, start, 60, `${READ_LENGTH}M`, '*', 0, 0, seq, quality].join('\t');
    });
    const header = `@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:${region.name}\tLN:${length}\n`;
    await writeFile(join(folder, 'reads.sam'), `${header}${reads.join('\n')}\n`);
    await run(SAMTOOLS, ['view', '-C', '-T', 'reference.fa', '-o', 'reads.cram', 'reads.sam'], { cwd: folder });
    for (const name of ['reference.fa', 'reference.fa.fai', 'reads.sam']) await rm(join(folder, name));
  });

  /** The reads in the CRAM file, without a cache of references. */
  async function decoded(address: string): Promise<string[]> {
    const { REF_CACHE: _, ...env } = process.env;
    const { stdout } = await run(SAMTOOLS, ['view', 'reads.cram'], {
      cwd: folder,
      env: { ...env, HOME: folder, REF_PATH: `${address}/refget/sequence/%s` },
    });
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 11).join('\t'));
  }

  it.each(['', '/rest'])('decodes a CRAM file with the reference from %s/refget', async (base) => {
    expect(await decoded(url.replace(/\/rest$/, base))).toEqual(reads);
  });

  it('cannot decode it from a server without the sequence', async () => {
    await expect(decoded(`${url}/nowhere`)).rejects.toThrow();
  });

  it('the MD5 in the CRAM file is that of the service', async () => {
    const { stdout } = await run(SAMTOOLS, ['view', '-H', 'reads.cram'], { cwd: folder });
    const md5 = only([...stdout.matchAll(/\tM5:([0-9a-f]{32})/g)].map(([, digest]) => digest));
    const response = await fetch(`${url}/refget/sequence/${md5}/metadata`);
    expect(await response.json()).toMatchObject({ metadata: { md5 } });
  });
});
