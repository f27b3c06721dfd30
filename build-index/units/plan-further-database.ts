import { CORE_GENOME_TABLES } from '../compile/genome/core-genome.ts';
import { funcgenTables, TRANSCRIPT_GENE_TABLES } from '../compile/regulation/funcgen-schema.ts';
import { REGION_GENOTYPES } from '../compile/genotypes/region-genotype-rows.ts';
import { speciesOfFolder } from '../compile/genome/species.ts';
import { PREDICTIONS } from '../compile/variation/protein-predictions.ts';
import {
  REGION_GENOTYPE_TABLES,
  SAMPLE_TABLES,
  VARIANT_PLACE_TABLES,
  VARIANT_TABLES,
  DETAILED_VARIANT_TABLES,
  JOINED_DETAIL_TABLES,
  NAMED_VARIANT_TABLES,
  VARIANT_DETAIL_TABLES,
} from '../compile/variation/variation-schema.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { localFiles, reasonToSkip, type VcfCollection } from '../vcf/vcf-config.ts';
import { type PlannedCore, asUnitName, filesOf, schemaOf, type Draft, type DraftUnit } from './unit-draft.ts';
import { COMPRESSED_GENOTYPES } from '../compile/genotypes/compressed-genotypes.ts';
import { inputFile, plainBytes } from './input-files.ts';

/** The genome of a variation database. The species comes from the folder's name if the core database is missing. */
export function variedGenome(
  dump: DumpDatabase,
  cores: readonly PlannedCore[],
): { species: string; assembly: string | null } {
  const core = coreOf(dump, cores);
  const species = core?.species && speciesOfFolder(core.species, core.dump);
  return { species: species?.name ?? dump.species, assembly: species?.assembly ?? null };
}

/** The core database of a species. */
export function coreOf(dump: DumpDatabase, cores: readonly PlannedCore[]): PlannedCore | undefined {
  return cores.find((each) => each.dump.species === dump.species && each.dump.group === 'core');
}

/**
 * The units of a database that needs a core database. They read the regions from the core dump itself, so that they
 * need not wait for the core unit.
 *
 * @param linesAtOnce as for planBuild
 * @throws DumpError if the core database is missing
 */
export async function planFurtherDatabase(
  dump: DumpDatabase,
  cores: readonly PlannedCore[],
  collections: readonly VcfCollection[],
  linesAtOnce: number,
): Promise<Draft[]> {
  const core = coreOf(dump, cores);
  const species = core?.species && speciesOfFolder(core.species, core.dump);
  if (!core)
    throw new DumpError(
      `${dump.folder}: a ${dump.group} database needs the core database of ${dump.species}, ` +
        'which is not among the dumps',
    );
  if (core.species && !species)
    throw new DumpError(
      `${dump.folder}: a ${dump.group} database must belong to one species, but the core database ` +
        `${core.dump.folder} ` +
        `is a collection of ${core.species.length}, none of which is named ${dump.species}. Remove the ${dump.group} ` +
        'database, or name both folders after its species',
    );
  const unit: DraftUnit = (part, task, tables, vcf = [], ofCore = {}) => {
    const needed = { ...CORE_GENOME_TABLES, ...ofCore };
    return {
      id: asUnitName(dump.species, dump.group, ...part),
      task,
      after: [],
      schema: [schemaOf(dump, tables), schemaOf(core.dump, needed)],
      files: [...filesOf(dump, tables), ...filesOf(core.dump, needed), ...vcf.flatMap(localFiles)],
    };
  };
  const place = { database: dump.folder, core: core.dump.folder };
  if (dump.group === 'funcgen')
    return [unit([], { kind: 'funcgen', ...place }, funcgenTables(dump), [], TRANSCRIPT_GENE_TABLES)];

  const ofSpecies = collections.filter((each) => !species || each.species === species.name);
  const compiled = species
    ? ofSpecies.filter((each) => reasonToSkip(each, { species: species.name, assembly: species.assembly }) === null)
    : [];
  const units = [
    unit(['variants'], { kind: 'variants', ...place }, VARIANT_TABLES),
    ...(await planDetails(unit, { ...place, collections: ofSpecies }, compiled, linesAtOnce)),
    unit(['places'], { kind: 'variant-places', ...place }, { ...VARIANT_PLACE_TABLES, [PREDICTIONS]: {} }),
    ...compiled.map((collection, index) =>
      unit(
        [`genotypes-${index + 1}`],
        { kind: 'vcf-genotypes', ...place, collection, number: index + 1 },
        SAMPLE_TABLES,
        [collection],
      ),
    ),
  ];
  if (dump.tables.has(REGION_GENOTYPES)) {
    const number = compiled.length + 1;
    units.push(
      unit(
        [`genotypes-${number}`],
        { kind: 'own-genotypes', ...place, collections: compiled, number },
        { ...REGION_GENOTYPE_TABLES, [REGION_GENOTYPES]: {} },
        compiled,
      ),
    );
  }
  return units;
}

/** Maximum of units that share VCF files. Each part must skip the lines of all parts before it. */
const MOST_PARTS = 4;
const TABLES = {
  ...VARIANT_DETAIL_TABLES,
  ...DETAILED_VARIANT_TABLES,
  ...NAMED_VARIANT_TABLES,
  [COMPRESSED_GENOTYPES]: {},
};

/**
 * The units for details of variants: one, or several if VCF files are long.
 *
 * @param place folders of the databases, and all collections of the species
 * @param compiled collections of the genome
 * @param linesAtOnce bytes of VCF text that one unit reads
 */
async function planDetails(
  unit: DraftUnit,
  place: { database: string; core: string; collections: VcfCollection[] },
  compiled: readonly VcfCollection[],
  linesAtOnce: number,
): Promise<Draft[]> {
  const parts = Math.min(MOST_PARTS, Math.round((await bytesOfLines(compiled)) / linesAtOnce));
  if (parts < 2) return [unit(['details'], { kind: 'variant-details', ...place }, TABLES, place.collections)];
  const staged = unit(['details', 'staged'], { kind: 'staged-details', ...place }, TABLES);
  const lines = Array.from({ length: parts }, (_, part) => ({
    ...unit(
      ['details', `lines-${part + 1}`],
      { kind: 'line-details', ...place, staged: staged.id, part, parts },
      SAMPLE_TABLES,
      compiled,
    ),
    after: [staged.id],
    share: 1 / parts,
  }));
  const names = lines.map(({ id }) => id);
  return [
    staged,
    ...lines,
    {
      ...unit(
        ['details'],
        { kind: 'joined-details', ...place, staged: staged.id, lines: names },
        JOINED_DETAIL_TABLES,
        place.collections,
      ),
      after: [staged.id, ...names],
    },
  ];
}

/** Missing files count 0: the plan reports them when it completes the units. */
async function bytesOfLines(collections: readonly VcfCollection[]): Promise<number> {
  const bytes = await Promise.all(
    collections.flatMap(localFiles).map((path) => inputFile(path).then(plainBytes, () => 0)),
  );
  return bytes.reduce((sum, each) => sum + each, 0);
}
