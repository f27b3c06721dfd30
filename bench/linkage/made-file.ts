/** A VCF file of made-up genotypes in 1 Mb. */
import { writeGenotypes, type VcfSite } from '../../build-index/demo/genotype-file.ts';
import { Random } from '../../build-index/demo/random.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';

export const MADE_CHROMOSOME = '1';

/**
 * Writes the file and returns its sites.
 *
 * @param size samples and variants, such as 2504x10000
 * @throws DumpError for a size that is none
 */
export async function makeFile(path: string, size: string): Promise<VcfSite[]> {
  const [, samples, variants] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (!samples || !variants) throw new DumpError(`the size must be a number of samples and one of variants, such as 2504x10000, not '${size}'`);
  const random = new Random(1);
  const positions = new Set<number>();
  while (positions.size < Number(variants)) positions.add(random.integer(1, 1_000_000));
  const sites = [...positions].sort((a, b) => a - b).map((position, each) => ({ chromosome: MADE_CHROMOSOME, position, id: `rs${each + 1}`, reference: 'A', alternative: 'G' }));
  await writeGenotypes(path, sites, Array.from({ length: Number(samples) }, (_, each) => `S${each + 1}`), random);
  return sites;
}
