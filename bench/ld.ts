/**
 * Linkage disequilibrium of all pairs in a region of a VCF file, served by Deno on one core, beside plink 1.9:
 *
 *     npm run bench-ld -- --vcf FILE --region 20:1000000-2000000 [--tsv OUT]
 *     npm run bench-ld -- --made 2504x10000 [--tsv OUT]     samples and variants that the generator of the demo data makes up
 *
 * Real genotypes: the Debian package shapeit4-example (`apt-get download shapeit4-example`, `dpkg-deb -x`) holds reference.vcf.gz.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Command } from 'commander';
import { parseRegionQuery } from '../src/genome/region-query.ts';
import { serveWithDeno } from '../build-index/serve/deno-runtime.ts';
import { runCommand } from '../build-index/command.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { VcfFile } from '../build-index/vcf/vcf-reader.ts';
import { makeFile } from './linkage/made-file.ts';
import { buildMinimalIndex, POPULATION, SPECIES } from './linkage/minimal-index.ts';
import { runPlink } from './linkage/plink.ts';

const ROUNDS = 3;
/** Counted once: pinning changes what the platform says. */
const CORES = availableParallelism();

interface Pair {
  variation1: string;
  variation2: string;
  r2: string;
  d_prime: string;
}

interface VariantInFile {
  position: number;
  id: string;
}

const command = new Command('bench-ld')
  .description('Times ld/:species/region on a VCF file, and plink 1.9 on the same.')
  .option('--vcf <file>', 'VCF file with genotypes, plain or gzipped')
  .option('--region <region>', 'at most 1 Mb, such as 20:1000000-2000000', '1:1-1000000')
  .option('--made <size>', 'make a file up instead, such as 2504x10000: samples and variants in 1 Mb')
  .option('--tsv <file>', 'where to write position, id, position, id, r², D′ of every pair')
  .parse();

await runCommand('bench-ld', async () => {
  const { vcf: given, region: text, tsv, made } = command.opts<{ vcf?: string; region: string; tsv?: string; made?: string }>();
  if (!given === !made) throw new DumpError('Say either --vcf FILE or --made SAMPLESxVARIANTS');
  const query = parseRegionQuery(text);
  if (query.start === null || query.end === null) throw new DumpError(`--region needs a start and an end: ${query.name}:1-1000000`);
  const region = { name: query.name, start: query.start, end: query.end };
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-ld-'));
  try {
    const vcf = given ?? join(folder, 'made.vcf.gz');
    if (made) await makeFile(vcf, made);
    const variants = await variantsOf(vcf, region);
    await buildMinimalIndex(vcf, [region.name], join(folder, 'index'));
    const { body, seconds } = await timeRegion(join(folder, 'index'), region);
    const pairs = JSON.parse(body.toString()) as Pair[];
    const best = Math.min(...seconds);
    console.log(`variants  ${variants.size}`);
    console.log(`pairs     ${pairs.length} (${(body.length / 1e6).toFixed(1)} MB of JSON)`);
    console.log(`seconds   ${best.toFixed(3)} from the request to the last byte, the best of ${ROUNDS} (${seconds.map((each) => each.toFixed(3)).join(', ')})`);
    if (tsv) await writeTable(tsv, pairs, variants);
    const plink = await runPlink(vcf, region, folder, pinnedTo(0));
    if (!plink) return console.log('plink     not installed (Debian package plink1.9)');
    console.log(`plink     ${plink.seconds.toFixed(3)} s for ${plink.pairs} pairs: ${(plink.seconds / best).toFixed(1)} times as long`);
    const differences = pairs.flatMap(({ variation1, variation2, r2 }) => {
      const other = plink.r2.get(`${variants.get(variation1)!.id}\t${variants.get(variation2)!.id}`);
      return other === undefined ? [] : [Math.abs(other - Number(r2))];
    });
    console.log(`r²        within ${differences.reduce((most, each) => Math.max(most, each), 0).toFixed(6)} of plink's in ${differences.length} pairs that both list`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Where Ensembl has the variants of the region, and their ids in the file, by the name that answers have. */
async function variantsOf(vcf: string, region: { name: string; start: number; end: number }): Promise<Map<string, VariantInFile>> {
  const found = new Map<string, VariantInFile>();
  const file = await VcfFile.open(vcf);
  await file.each(({ chromosome, position, id, name }) => {
    if (chromosome === region.name && position >= region.start && position <= region.end) found.set(name, { position, id });
  });
  if (found.size === 0) throw new DumpError(`${vcf} has no variants in ${region.name}:${region.start}-${region.end}`);
  return found;
}

/** Seconds of each round, and the last answer. The service has a core of its own where there are two. */
async function timeRegion(index: string, { name, start, end }: { name: string; start: number; end: number }): Promise<{ body: Buffer; seconds: number[] }> {
  pinSelf('0');
  const served = await serveWithDeno({ index, port: 0, host: '127.0.0.1' });
  pinSelf(`1-${CORES - 1}`);
  const url = `${served.url}/ld/${SPECIES}/region/${name}:${start}-${end}/${POPULATION}?content-type=application/json`;
  try {
    const seconds: number[] = [];
    let body: Buffer = Buffer.alloc(0);
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      body = await download(url).catch((error: Error) => brokenOff(error, served.ended));
      seconds.push((performance.now() - began) / 1000);
    }
    return { body, seconds };
  } finally {
    await served.stop();
  }
}

/** Waits a little for the end of a process whose connection broke off: that is then the reason. */
async function brokenOff(error: Error, ended: Promise<number>): Promise<never> {
  if (error instanceof DumpError) throw error;
  const code = await Promise.race([ended, new Promise<null>((settle) => setTimeout(settle, 1000, null))]);
  throw new DumpError(code === null ? `The answer broke off: ${error.message}` : `The service ended with code ${code} while it answered`);
}

function download(url: string): Promise<Buffer> {
  return new Promise((settle, reject) => {
    get(url, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => (response.statusCode === 200 ? settle(Buffer.concat(parts)) : reject(new DumpError(Buffer.concat(parts).toString()))));
    }).on('error', reject);
  });
}

async function writeTable(path: string, pairs: readonly Pair[], variants: ReadonlyMap<string, VariantInFile>): Promise<void> {
  const out = createWriteStream(path);
  for (const { variation1, variation2, r2, d_prime: dPrime } of pairs) {
    const [one, other] = [variants.get(variation1)!, variants.get(variation2)!];
    const line = `${[one.position, one.id, other.position, other.id, r2, dPrime].join('\t')}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** Command prefix that keeps a process on one core; nothing where that cannot be said. */
function pinnedTo(core: number): string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}

/** Processes started afterwards stay where this one was. */
function pinSelf(cores: string): void {
  if (canPin()) execFileSync('taskset', ['-a', '-c', '-p', cores, String(process.pid)], { stdio: 'ignore' });
}

function canPin(): boolean {
  if (process.platform !== 'linux' || CORES < 2) return false;
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
