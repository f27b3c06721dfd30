/**
 * Compiles the genotypes by region of a variation database (compressed_genotype_region) into a genotype matrix, for
 * species whose genotypes are not in VCF files.
 *
 * As in Ensembl, only genotypes of two single bases at displayed variants of one base count. The alleles of a variant
 * are the reference and the first other allele that a sample has, as in VCF files. Genotypes with other alleles are
 * missing, as are those of samples without genotype.
 */
import { get } from '../../../src/checked.ts';
import { GENOTYPE } from '../../../src/index/genotypes/genotype-row.ts';
import { GENOME_OBJECTS } from '../../../src/release/genome-objects.ts';
import type { GenotypesEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { CORE_REGION_TABLE, type RegionSet, stageCoreRegions } from '../genome/regions.ts';
import { type RowGroup, groupsOf } from '../rows/row-groups.ts';
import { loadGenotypeCodes } from './compressed-genotypes.ts';
import { type GenotypeParts, type PopulationMembers, orderSamples, writePopulations } from './genotyped-populations.ts';
import { REGION_GENOTYPES, RegionGenotypeRows } from './region-genotype-rows.ts';

const BASES = 'ACGT';

/** A genotype in `GenotypedSite`: 1 + 4 * first base + second base, on the forward strand; 0 is no genotype. */
function codedGenotype(first: number, second: number): number {
  return 1 + 4 * first + second;
}

/**
 * Writes the matrix of the table and the document of its populations. Returns null if the populations have no variants.
 *
 * @param populations with sample_ids
 * @throws DumpError for genotypes that are cut off
 */
export async function compileRegionGenotypes(
  database: Database,
  regions: RegionSet,
  populations: readonly PopulationMembers[],
  parts: GenotypeParts,
  folder: IndexFolder,
): Promise<GenotypesEntry | null> {
  const members = new Set(populations.flatMap(({ samples }) => [...samples]));
  return folder.withScratch(async (scratch) => {
    const rows = await RegionGenotypeRows.gather(database, regions, (sample) => members.has(String(sample)), scratch);
    if (!rows) return null;
    try {
      const samples = orderSamples([...rows.samples].sort((a, b) => a - b).map(String), '', populations);
      await stageCoreRegions(database, regions);
      const variants = new VariantsInOrder(database);
      let matrix: Awaited<ReturnType<IndexFolder['genotypeMatrix']>> | undefined;
      let count = 0;
      try {
        for await (const site of sitesOf(rows, samples, await singleBaseGenotypes(database))) {
          const variant = await variants.find(site);
          const genotypes = variant && genotypesOf(site, variant);
          if (!genotypes) continue;
          matrix ??= await folder.genotypeMatrix(GENOME_OBJECTS.genotypes, parts);
          await matrix.writer.add(site.ordinal, site.position, variant.name, genotypes);
          count++;
        }
      } finally {
        await variants.close();
      }
      if (!matrix) return null;
      const table = await matrix.finish();
      return {
        id: REGION_GENOTYPES,
        samples: samples.length,
        variants: count,
        matrix: table,
        populations: await writePopulations(populations, samples, '', parts, folder),
      };
    } finally {
      rows.close();
    }
  });
}

/** Genotype code -> coded genotype if the alleles are on the forward strand, and if they are on the reverse strand. */
async function singleBaseGenotypes(database: Database): Promise<Map<number, [forward: number, reverse: number]>> {
  const coded = new Map<number, [number, number]>();
  for (const [code, genotype] of await loadGenotypeCodes(database)) {
    if (!/^[ACGT]\|[ACGT]$/.test(genotype)) continue;
    const [first, second] = [BASES.indexOf(genotype.charAt(0)), BASES.indexOf(genotype.charAt(2))];
    coded.set(code, [codedGenotype(first, second), codedGenotype(3 - first, 3 - second)]);
  }
  return coded;
}

/** Sites with genotypes, in order of region, position and variation_id. */
async function* sitesOf(
  rows: RegionGenotypeRows,
  samples: readonly string[],
  genotypes: ReadonlyMap<number, [forward: number, reverse: number]>,
): AsyncGenerator<GenotypedSite> {
  const columns = new Map(samples.map((sample, column) => [Number(sample), column]));
  const pending = new PendingGenotypes(samples.length);
  for await (const { sample, ordinal, start, strand, numbers } of rows.inOrder()) {
    yield* pending.before(ordinal, start);
    const column = get(columns, sample);
    let position = start;
    for (let at = 0; at < numbers.length; at += 3) {
      if (at > 0) position += numbers[at - 1]! + 1;
      const genotype = genotypes.get(numbers[at + 1]!)?.[strand === 1 ? 0 : 1];
      if (genotype !== undefined) pending.set(position, numbers[at]!, column, genotype);
    }
  }
  yield* pending.rest();
}

interface Variant {
  name: string;
  /** Indexes in BASES on the forward strand, the reference first; -1 for other alleles. */
  alleles: number[];
}

interface VariantRow {
  ordinal: number;
  position: number;
  id: number;
  name: string;
  alleles: string;
  strand: number;
}

/** The variants of one base, streamed in the order of the sites. */
class VariantsInOrder {
  readonly #places: AsyncGenerator<RowGroup<VariantRow>>;
  /** The variants of one position; undefined before the first, null after the last. */
  #place: RowGroup<VariantRow> | null | undefined;

  constructor(database: Database) {
    this.#places = groupsOf(
      database.batches<VariantRow>(`
      SELECT ordinal, seq_region_start AS position, variation_id AS id, variation_name AS name,
        allele_string AS alleles, seq_region_strand AS strand
      FROM variation_feature JOIN ${CORE_REGION_TABLE} USING (seq_region_id)
      WHERE seq_region_start = seq_region_end AND coalesce(display, 1) <> 0 AND variation_name IS NOT NULL
        AND allele_string IS NOT NULL
      ORDER BY ordinal, position, variation_feature_id`),
      ({ ordinal, position }) => `${ordinal} ${position}`,
    );
  }

  /** The variant of a site, which must follow that of the previous call; null if the variant is not at its position. */
  async find({ ordinal, position, variation }: GenotypedSite): Promise<Variant | null> {
    while (this.#place !== null && (this.#place === undefined || isBefore(this.#place[0], ordinal, position)))
      this.#place = (await this.#places.next()).value ?? null;
    if (this.#place === null || this.#place[0].ordinal !== ordinal || this.#place[0].position !== position) return null;
    const row = this.#place.find(({ id }) => id === variation);
    if (!row) return null;
    const alleles = row.alleles.split('/').map((allele) => (allele.length === 1 ? BASES.indexOf(allele) : -1));
    return { name: row.name, alleles: alleles.map((base) => (base < 0 || row.strand !== -1 ? base : 3 - base)) };
  }

  async close(): Promise<void> {
    await this.#places.return(undefined);
  }
}

function isBefore(row: VariantRow, ordinal: number, position: number): boolean {
  return row.ordinal < ordinal || (row.ordinal === ordinal && row.position < position);
}

/** One GENOTYPE per sample; null if the reference is not one base or no sample has another allele of the variant. */
function genotypesOf({ genotypes }: GenotypedSite, { alleles: [reference, ...others] }: Variant): Uint8Array | null {
  const found = new Set<number>();
  for (const genotype of genotypes) if (genotype > 0) found.add((genotype - 1) >> 2).add((genotype - 1) & 3);
  const alternative = others.find((base) => found.has(base));
  if (reference === undefined || reference < 0 || alternative === undefined) return null;
  const meaning = new Map<number, number>([
    [codedGenotype(reference, reference), GENOTYPE.reference],
    [codedGenotype(reference, alternative), GENOTYPE.heterozygous],
    [codedGenotype(alternative, reference), GENOTYPE.heterozygous],
    [codedGenotype(alternative, alternative), GENOTYPE.homozygous],
  ]);
  return genotypes.map((genotype) => meaning.get(genotype) ?? GENOTYPE.missing);
}

interface GenotypedSite {
  /** Region of the core genome. */
  ordinal: number;
  position: number;
  /** variation_id. */
  variation: number;
  /** One coded genotype per sample, 0 for none. */
  genotypes: Uint8Array;
}

/**
 * Bases between two calls that yield sites. Sorting the pending sites for every row would take longer than everything
 * else, and rows span up to as many bases.
 */
const STEP = 100_000;

/**
 * Turns rows of one sample each into sites of all samples. Rows are ordered by start, so sites before the start of a
 * row are complete. Memory holds the sites that rows span at a time.
 */
class PendingGenotypes {
  readonly #samples: number;
  /** By position, then by variation_id. */
  readonly #places = new Map<number, Map<number, Uint8Array>>();
  #ordinal = -1;
  #yieldedUntil = 0;

  constructor(samples: number) {
    this.#samples = samples;
  }

  /** If a sample has several genotypes at a site, the last one counts. */
  set(position: number, variation: number, sample: number, genotype: number): void {
    let place = this.#places.get(position);
    if (!place) this.#places.set(position, (place = new Map()));
    let genotypes = place.get(variation);
    if (!genotypes) place.set(variation, (genotypes = new Uint8Array(this.#samples)));
    genotypes[sample] = genotype;
  }

  /** Yields sites, at intervals of STEP bases, to which no row from `start` on can add genotypes. */
  *before(ordinal: number, start: number): Iterable<GenotypedSite> {
    if (ordinal !== this.#ordinal) {
      yield* this.rest();
      this.#ordinal = ordinal;
      this.#yieldedUntil = start;
    } else if (start >= this.#yieldedUntil + STEP) {
      yield* this.#until(start);
      this.#yieldedUntil = start;
    }
  }

  rest(): Iterable<GenotypedSite> {
    return this.#until(Infinity);
  }

  *#until(end: number): Iterable<GenotypedSite> {
    const complete = [...this.#places].filter(([position]) => position < end).sort(([a], [b]) => a - b);
    for (const [position, variants] of complete) {
      const place = [...variants].sort(([a], [b]) => a - b);
      this.#places.delete(position);
      for (const [variation, genotypes] of place) yield { ordinal: this.#ordinal, position, variation, genotypes };
    }
  }
}
