/**
 * Compares answers with programs that many trust: samtools, bedtools and bcftools. They read the FASTA, GFF3 and VCF
 * files from which the compared index is built. The bases and genes are those of a species of another index, the
 * variants are made. Effects of variants and linkage have their own comparisons: `npm run bench-annotate` (bcftools
 * csq) and `npm run bench-ld` (plink).
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openGenome, writeFasta, writeGff3 } from '../../../bench/annotate/bcftools-input.ts';
import { NO_FILES } from '../../../build-index/genome-files/genome-spec.ts';
import { Random } from '../../../data/fictional/random.ts';
import { at, found, get } from '../../../src/checked.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { AppInProcess } from './app-in-process.ts';
import type { Figure, HardenOptions } from './figure.ts';

const WINDOWS = 2_000;
/** Longest window in bases. */
const LONGEST = 50_000;
const SPECIES = 'compared_genome';
/** Mean distance of made variants in bases. */
const SPACING = 150;
const MOST_VARIANTS = 200_000;

const TOOLS = ['samtools', 'bedtools', 'bcftools', 'bgzip', 'tabix'] as const;

/** The programs that are not installed. */
export function missingTools(): string[] {
  return TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0);
}

interface Window {
  region: string;
  start: number;
  end: number;
}

/** @param count number of windows */
export async function differential({ seed, count = WINDOWS, index, signal, log }: HardenOptions): Promise<Figure[]> {
  const missing = missingTools();
  if (missing.length > 0) {
    log(`differential: not run, since ${missing.join(', ')} are not installed`);
    return [{ name: 'differential: programs that are missing', value: missing.join(', '), limit: 'none', ok: false }];
  }
  const random = new Random(seed).fork('differential');
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-differential-'));
  try {
    const lengths = await writeFiles(folder, index, random.fork('variants'));
    await buildRelease([], join(folder, 'index'), silentProgress, {
      genomes: [
        {
          ...NO_FILES,
          species: SPECIES,
          fasta: [join(folder, 'genome.fa')],
          gff3: [join(folder, 'genes.gff3')],
          vcf: [join(folder, 'variants.vcf')],
        },
      ],
    });
    const store = new LocalFolder(join(folder, 'index'));
    const service = new AppInProcess(store);
    const windows = Array.from({ length: count }, () => drawWindow(lengths, random));
    const figures: Figure[] = [];
    for (const compare of [compareBases, compareGenes, compareVariants]) {
      if (signal?.aborted) break;
      figures.push(...(await compare(folder, service, windows, log)));
    }
    await store.close();
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes genome.fa, genes.gff3, variants.vcf and variants.vcf.gz. Returns the lengths of the regions by name. */
async function writeFiles(folder: string, index: string, random: Random): Promise<Map<string, number>> {
  const genome = await openGenome(index, await speciesOf(index));
  await writeFasta(genome, join(folder, 'genome.fa'));
  await writeGff3(genome, join(folder, 'genes.gff3'));
  await genome.close();
  const text = variantLines(await readFile(join(folder, 'genome.fa'), 'latin1'), random);
  await writeFile(join(folder, 'variants.vcf'), text);
  await run(folder, 'bgzip', '-k', 'variants.vcf');
  await run(folder, 'tabix', '-p', 'vcf', 'variants.vcf.gz');
  return genome.regions;
}

/** The first species of an index, apart from reconstructed ancestors. */
async function speciesOf(index: string): Promise<string> {
  const store = new LocalFolder(index);
  const listed = '/rest/info/species?division=';
  const { species } = await new AppInProcess(store).json<{ species: { name: string }[] }>(listed);
  await store.close();
  return found(species, ({ name }) => !name.startsWith('ancestral')).name;
}

/** A VCF file of substitutions, insertions and deletions, whose reference alleles are those of a FASTA text. */
function variantLines(fasta: string, random: Random): string {
  const lines: string[] = [];
  const contigs: string[] = [];
  for (const record of fasta.split('>').slice(1)) {
    const [header = '', ...rows] = record.split('\n');
    const [name = '', bases] = [header.split(' ')[0], rows.join('')];
    contigs.push(`##contig=<ID=${name},length=${bases.length}>`);
    for (let start = 1 + random.skip(1 / SPACING); start < bases.length - 60; start += 1 + random.skip(1 / SPACING)) {
      if (lines.length >= MOST_VARIANTS) break;
      const reference = bases.slice(start - 1, start - 1 + (random.chance(0.1) ? 1 + random.indelLength(40) : 1));
      if (/[^ACGT]/.test(reference)) continue;
      const first = at(reference, 0);
      const other = random.pick([...'ACGT'].filter((base) => base !== first));
      const alternative =
        reference.length > 1 ? first : random.chance(0.1) ? `${first}${other}`.repeat(random.integer(1, 5)) : other;
      lines.push([name, start, `made${lines.length + 1}`, reference, alternative, '.', '.', '.'].join('\t'));
    }
  }
  return (
    `##fileformat=VCFv4.2\n${contigs.join('\n')}\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n` +
    `${lines.join('\n')}\n`
  );
}

function drawWindow(lengths: ReadonlyMap<string, number>, random: Random): Window {
  const region = random.pick([...lengths.keys()]);
  const length = get(lengths, region);
  const start = random.integer(1, length);
  return { region, start, end: Math.min(length, start + random.integer(0, LONGEST - 1)) };
}

async function compareBases(
  folder: string,
  service: AppInProcess,
  windows: readonly Window[],
  log: HardenOptions['log'],
): Promise<Figure[]> {
  await writeFile(
    join(folder, 'regions.txt'),
    windows.map(({ region, start, end }) => `${region}:${start}-${end}\n`).join(''),
  );
  const records = async (...options: string[]) =>
    (await run(folder, 'samtools', 'faidx', ...options, '-r', 'regions.txt', 'genome.fa'))
      .split('>')
      .slice(1)
      .map((record) => record.slice(record.indexOf('\n')).replaceAll('\n', ''));
  const strands = new Map([
    [1, await records()],
    [-1, await records('-i')],
  ]);
  return compared('bases of samtools faidx', windows, log, async ({ region, start, end }, each) => {
    const strand = each % 2 === 0 ? 1 : -1;
    const { seq } = await service.json<{ seq: string }>(
      `/rest/sequence/region/${SPECIES}/${region}:${start}..${end}:${strand}`,
    );
    return [seq, at(get(strands, strand), each)];
  });
}

async function compareGenes(
  folder: string,
  service: AppInProcess,
  windows: readonly Window[],
  log: HardenOptions['log'],
): Promise<Figure[]> {
  const bed = windows.map(({ region, start, end }, each) => `${region}\t${start - 1}\t${end}\t${each}\n`);
  await writeFile(join(folder, 'windows.bed'), bed.join(''));
  const lists = { gene: new Map<number, string[]>(), mRNA: new Map<number, string[]>() };
  const rows = await run(folder, 'bedtools', 'intersect', '-a', 'windows.bed', '-b', 'genes.gff3', '-wa', '-wb');
  for (const row of rows.split('\n')) {
    const [, , , window, , , type, , , , , , attributes = ''] = row.split('\t');
    if (type !== 'gene' && type !== 'mRNA') continue;
    const list = lists[type];
    const id = /ID=(?:gene|transcript):([^;]*)/.exec(attributes)?.[1] ?? '';
    list.set(Number(window), [...(list.get(Number(window)) ?? []), id]);
  }
  const figures: Figure[] = [];
  for (const [type, feature] of [
    ['gene', 'gene'],
    ['mRNA', 'transcript'],
  ] as const)
    figures.push(
      ...(await compared(`${feature}s of bedtools intersect`, windows, log, async ({ region, start, end }, each) => {
        const path = `/rest/overlap/region/${SPECIES}/${region}:${start}-${end}?feature=${feature}`;
        return [idsOf(await service.json(path)), (lists[type].get(each) ?? []).sort().join(' ')];
      })),
    );
  return figures;
}

/**
 * A line of VCF covers the base before an insertion or deletion, an answer does not. So bcftools is asked for a base
 * more on each side, and its lines are kept if what they change touches the window.
 */
async function compareVariants(
  folder: string,
  service: AppInProcess,
  windows: readonly Window[],
  log: HardenOptions['log'],
): Promise<Figure[]> {
  return compared('variants of bcftools query', windows, log, async ({ region, start, end }) => {
    const around = `${region}:${Math.max(1, start - 1)}-${end + 1}`;
    const rows = await run(folder, 'bcftools', 'query', '-r', around, '-f', '%POS %ID %REF %ALT\n', 'variants.vcf.gz');
    const expected = rows.split('\n').flatMap((row) => {
      const [position, id = '', reference = '', alternative = ''] = row.split(' ');
      if (id === '') return [];
      const anchored = reference.length !== alternative.length ? 1 : 0;
      const first = Number(position) + anchored;
      const final = Number(position) + reference.length - 1;
      return first <= end && final >= start ? [id] : [];
    });
    const path = `/rest/overlap/region/${SPECIES}/${region}:${start}-${end}?feature=variation`;
    return [idsOf(await service.json(path)), expected.sort().join(' ')];
  });
}

function idsOf(features: { id: string }[]): string {
  return features
    .map(({ id }) => id)
    .sort()
    .join(' ');
}

/** Counts windows whose answers differ, and those with anything to compare. */
async function compared(
  what: string,
  windows: readonly Window[],
  log: HardenOptions['log'],
  both: (window: Window, each: number) => Promise<[ours: string, theirs: string]>,
): Promise<Figure[]> {
  let [different, filled] = [0, 0];
  for (const [each, window] of windows.entries()) {
    const [ours, theirs] = await both(window, each);
    if (theirs !== '') filled++;
    if (ours === theirs) continue;
    different++;
    log(
      `differential: ${what} in ${window.region}:${window.start}-${window.end}: ${theirs.slice(0, 200)}, but ` +
        `${ours.slice(0, 200)} here`,
    );
  }
  return [
    { name: `differential: ${what}, windows that differ`, value: different, limit: '0', ok: different === 0 },
    { name: `differential: ${what}, windows that are not empty`, value: filled, limit: '> 0', ok: filled > 0 },
  ];
}

async function run(cwd: string, program: (typeof TOOLS)[number], ...words: string[]): Promise<string> {
  return (await promisify(execFile)(program, words, { cwd, maxBuffer: 2 ** 30 })).stdout;
}
