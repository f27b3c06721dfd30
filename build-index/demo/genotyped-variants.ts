/**
 * Variants of single bases at the beginning of the reference species' first chromosome, and the animals' genotypes there: rows of the
 * variation database, and a VCF file with its vcf_config.json, as releases have them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { Random } from './random.ts';
import type { RegionIds } from './region-rows.ts';
import type { VariationDatabase } from './variation-database.ts';
import { writeGenotypes, type VcfSite } from './genotype-file.ts';

const COUNT = 120;
/** Bases from one variant to the next, at most. */
const SPACING = 400;
/** Share of genotypes that are not known. */
const MISSING = 0.01;
const FILE = 'genotypes.vcf';
const SITES_FILE = 'frequencies.vcf';
/** Populations of which only frequencies are known: what fields of the file call them, and how many chromosomes were looked at. */
const SURVEYED = [['', 400], ['hill', 150], ['shore', 250]] as const;

/** Draws the variants and writes their rows. */
export function writeGenotypedVariants(db: VariationDatabase, { regions }: AnnotatedGenome, regionIds: RegionIds, random: Random): VcfSite[] {
  const region = regions.find(({ kind }) => kind === 'autosome')!;
  const baseAt = (position: number): string => {
    const contig = region.contigs.find(({ start, end }) => position >= start && position <= end);
    return contig ? String.fromCharCode(contig.bases[contig.from - 1 + position - contig.start]!) : 'N';
  };
  const sites: VcfSite[] = [];
  for (let position = 1; sites.length < COUNT && position <= region.length; position += random.integer(1, SPACING)) {
    const contig = region.contigs.find(({ start, end }) => position >= start && position <= end);
    const reference = baseAt(position);
    // Contigs that lie the other way round are left to those who know how to read them.
    if (contig?.strand !== 1 || !'ACGT'.includes(reference)) continue;
    const alternative = random.pick([...'ACGT'].filter((base) => base !== reference));
    const variation_id = db.nextId('variation');
    const id = `demosnv${sites.length + 1}`;
    db.insert('variation', { variation_id, source_id: db.source('DEMO_VARIANTS'), name: id, class_attrib_id: db.attrib('SO_term', 'SNV'), somatic: 0 });
    db.insert('variation_feature', {
      variation_feature_id: db.nextId('variation_feature'), variation_id, variation_name: id, source_id: db.source('DEMO_VARIANTS'),
      seq_region_id: regionIds.get(region.name)!, seq_region_start: position, seq_region_end: position, seq_region_strand: 1,
      allele_string: `${reference}/${alternative}`, map_weight: 1, consequence_types: 'intergenic_variant', class_attrib_id: db.attrib('SO_term', 'SNV'), somatic: 0, display: 1,
    });
    sites.push({ chromosome: region.name, position, id, reference, alternative });
  }
  return sites;
}

/** Writes the genotypes and the configuration that names them; returns the path of the latter. */
export async function writeGenotypeFiles(
  folder: string, species: AnnotatedGenome['species'], sites: readonly VcfSite[], samples: readonly string[], random: Random,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeGenotypes(join(folder, FILE), sites, samples, random, MISSING);
  await writeFile(join(folder, SITES_FILE), surveyed(sites, random.fork('frequencies')));
  const path = join(folder, 'vcf_config.json');
  const collection = { species: species.productionName, assembly: species.assembly, type: 'local' };
  const populations = Object.fromEntries(SURVEYED.map(([name], each) => [9_000_000 + each, name === '' ? { name: 'SURVEY:ALL', _raw_name: '' } : { name }]));
  const collections = [
    { id: 'demo_genotypes', ...collection, filename_template: FILE }, { id: 'demo_frequencies', ...collection, filename_template: SITES_FILE, population_prefix: 'SURVEY:', populations },
  ];
  await writeFile(path, `${JSON.stringify({ collections }, null, 2)}\n`);
  return path;
}

/** A VCF without samples, that counts alleles in populations nobody has genotypes of; the first pools the others. */
function surveyed(sites: readonly VcfSite[], random: Random): string {
  const lines = sites.map(({ chromosome, position, id, reference, alternative }) => {
    const counts = SURVEYED.slice(1).map(([, chromosomes]) => random.integer(0, chromosomes >> 1));
    const info = [counts.reduce((sum, count) => sum + count, 0), ...counts].map((count, each) => {
      const [name, chromosomes] = SURVEYED[each]!;
      return ['AC', 'AN'].map((field, which) => `${field}${name && `_${name}`}=${which === 0 ? count : chromosomes}`).join(';');
    });
    return [chromosome, position, id, reference, alternative, '.', 'PASS', info.join(';')].join('\t');
  });
  return `${['##fileformat=VCFv4.2', '##source=genomic-edge demo data', ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO'].join('\t'), ...lines].join('\n')}\n`;
}
