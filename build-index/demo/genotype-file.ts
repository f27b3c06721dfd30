/** VCF files of fictional genotypes. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copiedHaplotypes } from './haplotypes.ts';
import type { Random } from './random.ts';

/** A site with two alleles, as a VCF line has it. */
export interface VcfSite {
  chromosome: string;
  position: number;
  id: string;
  reference: string;
  alternative: string;
}

/**
 * Writes a VCF, gzipped if its name ends in .gz, of haplotypes that copy one another. Haplotypes are dealt out to samples at random.
 *
 * @param sites in order of position, a chromosome at a time
 * @param missing share of genotypes left out
 */
export async function writeGenotypes(path: string, sites: readonly VcfSite[], samples: readonly string[], random: Random, missing = 0): Promise<void> {
  const text = path.endsWith('.gz') ? createGzip({ level: 1 }) : new PassThrough();
  const written = pipeline(text, createWriteStream(path));
  const put = async (lines: string) => {
    if (!text.write(lines)) await once(text, 'drain');
  };
  await put(`##fileformat=VCFv4.2\n##source=genomic-edge demo data\n##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">\n`);
  await put(`${['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', ...samples].join('\t')}\n`);
  for (const onChromosome of Map.groupBy(sites, ({ chromosome }) => chromosome).values()) {
    const haplotypes = copiedHaplotypes(random, onChromosome.map(({ position }) => position), 2 * samples.length);
    const order = shuffled(random, 2 * samples.length);
    for (const { chromosome, position, id, reference, alternative } of onChromosome) {
      const alleles = haplotypes.next().value as Uint8Array;
      const genotypes = samples.map((_, sample) =>
        (missing > 0 && random.chance(missing) ? '.|.' : `${alleles[order[2 * sample]!]!}|${alleles[order[2 * sample + 1]!]!}`));
      await put(`${[chromosome, position, id, reference, alternative, '100', 'PASS', '.', 'GT', ...genotypes].join('\t')}\n`);
    }
  }
  text.end();
  await written;
}

function shuffled(random: Random, count: number): number[] {
  const order = Array.from({ length: count }, (_, each) => each);
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
