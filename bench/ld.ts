/**
 * Times linkage disequilibrium of all pairs in a region of a VCF file, in Deno on one core, and plink 1.9 on the same:
 *
 *     npm run bench-ld -- --vcf FILE --region 20:1000000-2000000 [--tsv OUT]
 *     npm run bench-ld -- --made 2504x10000 [--tsv OUT]     samples and variants from the generator of the demo data
 *
 * Real genotypes: the Debian package shapeit4-example (`apt-get download shapeit4-example`, `dpkg-deb -x`) contains
 * reference.vcf.gz.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Command } from 'commander';
import { at, get } from '../src/checked.ts';
import { parseRegionQuery } from '../src/genome/region-query.ts';
import { serveWithDeno } from '../cli/serve/deno-runtime.ts';
import { runCommand } from '../cli/run-command.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { madeName } from '../build-index/vcf/made-name.ts';
import { VcfFile } from '../build-index/vcf/vcf-reader.ts';
import { buildMinimalIndex, makeFile, POPULATION, SPECIES } from './linkage-index.ts';
import { promisify } from 'node:util';

const ROUNDS = 3;
/** Read before pinning, which changes the value. */
const CORES = availableParallelism();
const run = promisify(execFile);

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
  .option('--made <size>', 'generate a file instead, such as 2504x10000: samples and variants in 1 Mb')
  .option('--tsv <file>', 'file for position, id, position, id, r², D′ of every pair')
  .parse();

await runCommand('bench-ld', async () => {
  const {
    vcf: given,
    region: text,
    tsv,
    made,
  } = command.opts<{ vcf?: string; region: string; tsv?: string; made?: string }>();
  if (!given === !made) throw new DumpError('Use either --vcf FILE or --made SAMPLESxVARIANTS');
  const query = parseRegionQuery(text);
  if (query.start === null || query.end === null)
    throw new DumpError(`--region needs a start and an end: ${query.name}:1-1000000`);
  const region = { name: query.name, start: query.start, end: query.end };
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-ld-'));
  try {
    const vcf = given ?? join(folder, 'made.vcf.gz');
    if (made) await makeFile(vcf, made);
    const variants = await variantsOf(vcf, region);
    await buildMinimalIndex(vcf, [region.name], join(folder, 'index'));
    const { body, seconds } = await timeRegion(join(folder, 'index'), region);
    const pairs: Pair[] = JSON.parse(body.toString());
    const best = Math.min(...seconds);
    console.log(`variants  ${variants.size}`);
    console.log(`pairs     ${pairs.length} (${(body.length / 1e6).toFixed(1)} MB of JSON)`);
    console.log(
      `seconds   ${best.toFixed(3)} from the request to the last byte, the best of ${ROUNDS} ` +
        `(${seconds.map((each) => each.toFixed(3)).join(', ')})`,
    );
    if (tsv) await writeTable(tsv, pairs, variants);
    const plink = await runPlink(vcf, region, folder, pinnedTo(0));
    if (!plink) return console.log('plink     not installed (Debian package plink1.9)');
    console.log(
      `plink     ${plink.seconds.toFixed(3)} s for ${plink.pairs} pairs: ${(plink.seconds / best).toFixed(1)} times ` +
        'as long',
    );
    const differences = pairs.flatMap(({ variation1, variation2, r2 }) => {
      const other = plink.r2.get(`${get(variants, variation1).id}\t${get(variants, variation2).id}`);
      return other === undefined ? [] : [Math.abs(other - Number(r2))];
    });
    console.log(
      `r²        within ${differences.reduce((most, each) => Math.max(most, each), 0).toFixed(6)} of plink's in ` +
        `${differences.length} pairs that both list`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Positions and ids in the file of the variants of the region, by their name in answers. */
async function variantsOf(
  vcf: string,
  region: { name: string; start: number; end: number },
): Promise<Map<string, VariantInFile>> {
  const found = new Map<string, VariantInFile>();
  const file = await VcfFile.open(vcf);
  await file.each(({ chromosome, position, pos, id, alleles, name }) => {
    if (chromosome === region.name && position >= region.start && position <= region.end)
      found.set(name ?? madeName(chromosome, pos, alleles), { position, id });
  });
  if (found.size === 0) throw new DumpError(`${vcf} has no variants in ${region.name}:${region.start}-${region.end}`);
  return found;
}

/** Seconds of each round, and the last answer. With at least two cores, the service has a core of its own. */
async function timeRegion(
  index: string,
  { name, start, end }: { name: string; start: number; end: number },
): Promise<{ body: Buffer; seconds: number[] }> {
  pinSelf('0');
  const served = await serveWithDeno({ index, port: 0, host: '127.0.0.1' });
  pinSelf(`1-${CORES - 1}`);
  const url = `${served.url}/ld/${SPECIES}/region/${name}:${start}-${end}/${POPULATION}?content-type=application/json`;
  try {
    const seconds: number[] = [];
    let body: Buffer = Buffer.alloc(0);
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      body = await download(url).catch((error: Error) => explainFailure(error, served.ended));
      seconds.push((performance.now() - began) / 1000);
    }
    return { body, seconds };
  } finally {
    await served.stop();
  }
}

/** Throws DumpError with the cause of a failed request: an end of the process within a second, or else the error. */
async function explainFailure(error: Error, ended: Promise<number>): Promise<never> {
  if (error instanceof DumpError) throw error;
  const code = await Promise.race([ended, new Promise<null>((settle) => setTimeout(settle, 1000, null))]);
  throw new DumpError(
    code === null ? `The request failed: ${error.message}` : `The service ended with code ${code} during the request`,
  );
}

function download(url: string): Promise<Buffer> {
  return new Promise((settle, reject) => {
    httpGet(url, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? settle(Buffer.concat(parts))
          : reject(new DumpError(Buffer.concat(parts).toString())),
      );
    }).on('error', reject);
  });
}

async function writeTable(
  path: string,
  pairs: readonly Pair[],
  variants: ReadonlyMap<string, VariantInFile>,
): Promise<void> {
  const out = createWriteStream(path);
  for (const { variation1, variation2, r2, d_prime: dPrime } of pairs) {
    const [one, other] = [get(variants, variation1), get(variants, variation2)];
    const line = `${[one.position, one.id, other.position, other.id, r2, dPrime].join('\t')}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** Command prefix that pins a process to one core; empty if pinning is not possible. */
function pinnedTo(core: number): string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}

/** Pins this process. Child processes inherit the cores at their start. */
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

interface PlinkResult {
  pairs: number;
  seconds: number;
  /** r² by the ids of both variants in the order of the file, joined by a tab. */
  r2: Map<string, number>;
}

/**
 * The same pairs from plink 1.9 (Debian package plink1.9) on one core. Only the computation is timed, not the
 * conversion from VCF. Null if plink is not installed.
 *
 * @param pinned command prefix that pins plink to one core
 */
async function runPlink(
  vcf: string,
  region: { name: string; start: number; end: number },
  folder: string,
  pinned: readonly string[],
): Promise<PlinkResult | null> {
  const [bed, out] = [join(folder, 'genotypes'), join(folder, 'pairs')];
  const plink = async (parameters: readonly string[]) => {
    const command = [...pinned, 'plink1.9', ...parameters];
    await run(at(command, 0), command.slice(1), { maxBuffer: 1 << 26 });
  };
  try {
    await plink([
      '--vcf',
      vcf,
      '--chr',
      region.name,
      '--from-bp',
      String(region.start),
      '--to-bp',
      String(region.end),
      '--allow-extra-chr',
      '--make-bed',
      '--out',
      bed,
    ]);
  } catch (error) {
    if (/ENOENT|plink1\.9.*No such file/.test(String(error))) return null;
    throw error;
  }
  let seconds = Infinity;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    await plink([
      '--bfile',
      bed,
      '--r2',
      'dprime',
      '--ld-window-kb',
      '1000',
      '--ld-window',
      '999999',
      '--ld-window-r2',
      '0.05',
      '--threads',
      '1',
      '--allow-extra-chr',
      '--out',
      out,
    ]);
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  const r2 = new Map<string, number>();
  const lines = (await readFile(`${out}.ld`, 'utf8')).trimEnd().split('\n').slice(1);
  for (const line of lines) {
    const [, , one, , , other, value] = line.trim().split(/\s+/);
    r2.set(`${one}\t${other}`, Number(value));
  }
  return { pairs: lines.length, seconds, r2 };
}
