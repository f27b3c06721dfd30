import { createHash } from 'node:crypto';
import { ALL_SPECIES } from '../../src/release/compara-names.ts';
import { ALIGNMENT_TABLES } from '../compile/alignments.ts';
import { ARCHIVE_TABLES, STABLE_ID_TABLES } from '../compile/archive.ts';
import { COMPARA_GENE_TABLES, COMPARA_METHOD_TABLES } from '../compile/compara-schema.ts';
import { CONSTRAINED_ELEMENT_TABLES } from '../compile/constrained-elements.ts';
import { GENOME_TABLES } from '../compile/core-schema.ts';
import { checkNoDatabaseTwice } from '../compile/notices.ts';
import { ONTOLOGY_TABLES } from '../compile/ontology-schema.ts';
import { DNA } from '../compile/scratch-bases.ts';
import { NODE_TABLES } from '../compile/taxon-ancestors.ts';
import { TAXONOMY_TABLES } from '../compile/taxonomy-schema.ts';
import { DumpError } from '../dump/dump-error.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { readVcfConfig } from '../dump/vcf-config.ts';
import { compilerVersion } from './compiler-version.ts';
import { inputFile, plainBytes } from './input-files.ts';
import { planFurtherDatabase } from './plan-further-database.ts';
import { describeCores, type PlannedCore } from './planned-core.ts';
import { asUnitName, filesOf, schemaOf, type Draft } from './unit-draft.ts';
import type { Plan, Unit } from './unit.ts';

/** Groups whose databases have the tables of a core database; core first, as the others borrow its sequence. */
const CORE_LIKE = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
/** Those that add to the genome of a core database. */
const FURTHER = ['variation', 'funcgen'];
/** Those that belong to the release as a whole. */
const OF_RELEASE = ['ontology', 'taxonomy', 'compara', 'stable_ids'];

/**
 * Plans a build: which units it has, what each reads and which come before it. Reads of the dumps only how their tables look and
 * which species core databases hold.
 *
 * @param vcfConfig a vcf_config.json that lists VCF files with genotypes
 * @throws DumpError for input of which no release can be made
 */
export async function planBuild(dumpFolders: readonly string[], vcfConfig?: string): Promise<Plan> {
  const collections = vcfConfig === undefined ? [] : await readVcfConfig(vcfConfig);
  const dumps = await findDatabases(dumpFolders);
  const inGroup = (groups: readonly string[]) => groups.flatMap((group) => dumps.filter((dump) => dump.group === group));
  const coreLike = inGroup(CORE_LIKE);
  if (coreLike.length === 0) throw new DumpError(`${dumpFolders.join(', ')}: no core database among the dumps, only ${dumps.map(named).join(', ')}`);
  checkNoDatabaseTwice(dumps);
  const cores = await describeCores(coreLike);
  const drafts = [
    ...cores.map((core) => coreUnit(core, cores)),
    ...inGroup(FURTHER).flatMap((dump) => planFurtherDatabase(dump, cores, collections)),
    ...releaseUnits(dumps, cores),
  ];
  const compiler = await compilerVersion();
  const units: Unit[] = [];
  for (const draft of drafts) units.push(await settled(draft, units, compiler));
  const leftOut = dumps.filter(({ group }) => ![...CORE_LIKE, ...FURTHER, ...OF_RELEASE].includes(group)).map(named);
  return {
    compiler, units, databases: dumps.map(({ folder, species, group }) => ({ folder, species, group })),
    notices: leftOut.length > 0 ? [`Left out, as this version does not compile their kind: ${leftOut.join(', ')}.`] : [],
  };
}

function named({ species, group }: DumpDatabase): string {
  return `${species}/${group}`;
}

function coreUnit({ dump, species, unit }: PlannedCore, cores: readonly PlannedCore[]): Draft {
  const sequences: Record<string, string> = {};
  if (dump.group !== 'core') {
    for (const { name } of species ?? []) {
      const core = cores.find((each) => each.dump.group === 'core' && each.species?.some((its) => its.name === name));
      if (core) sequences[name] = core.unit;
    }
  }
  return {
    id: unit, task: { kind: 'core', database: dump.folder, sequences }, after: [...new Set(Object.values(sequences))],
    files: [...filesOf(dump, GENOME_TABLES), ...filesOf(dump, { [DNA]: {} })], schema: schemaOf(dump, GENOME_TABLES),
  };
}

function releaseUnits(dumps: readonly DumpDatabase[], cores: readonly PlannedCore[]): Draft[] {
  const comparas = dumps.filter(({ group }) => group === 'compara');
  const coreUnits = cores.map(({ unit }) => unit);
  const withCores = cores.filter(({ dump }) => dump.group === 'core').map(({ unit }) => unit);
  const units: Draft[] = [{ id: 'ids', task: { kind: 'ids', cores: coreUnits }, after: coreUnits, files: [], schema: [] }];
  for (const dump of comparas) {
    const tables = { ...COMPARA_METHOD_TABLES, ...COMPARA_GENE_TABLES };
    const id = asUnitName(dump.species, 'compara');
    units.push({ id, task: { kind: 'compara', database: dump.folder }, after: [], files: filesOf(dump, tables), schema: schemaOf(dump, tables) });
    units.push({ id: `${id}.parts`, task: { kind: 'compara-parts', database: dump.folder, genes: id, cores: coreUnits }, after: [id, ...coreUnits], files: [], schema: [] });
    if (!dump.tables.has('genomic_align')) continue;
    units.push({
      id: `${id}.alignments`, task: { kind: 'alignments', database: dump.folder, cores: withCores }, after: withCores,
      files: filesOf(dump, ALIGNMENT_TABLES), schema: schemaOf(dump, ALIGNMENT_TABLES),
    });
  }
  const constrained = comparas.filter(({ tables }) => tables.has('constrained_element'));
  if (constrained.length > 0) {
    units.push({
      id: 'constrained-elements', task: { kind: 'constrained-elements', databases: constrained.map(({ folder }) => folder), cores: withCores }, after: withCores,
      files: constrained.flatMap((dump) => filesOf(dump, CONSTRAINED_ELEMENT_TABLES)), schema: constrained.map((dump) => schemaOf(dump, CONSTRAINED_ELEMENT_TABLES)),
    });
  }
  return [...units, ...archiveUnit(dumps), ...vocabularyUnits(dumps)];
}

function archiveUnit(dumps: readonly DumpDatabase[]): Draft[] {
  const cores = dumps.filter(({ group, tables }) => group === 'core' && tables.has('stable_id_event'));
  const listed = dumps.find(({ group, tables }) => group === 'stable_ids' && tables.has('archive_id_lookup'));
  if (cores.length === 0) return [];
  return [{
    id: 'archive', task: { kind: 'archive', databases: cores.map(({ folder }) => folder), listed: listed?.folder ?? null }, after: [],
    files: [...cores.flatMap((dump) => filesOf(dump, ARCHIVE_TABLES)), ...(listed ? filesOf(listed, STABLE_ID_TABLES) : [])],
    schema: [cores.map((dump) => schemaOf(dump, ARCHIVE_TABLES)), listed && schemaOf(listed, STABLE_ID_TABLES)],
  }];
}

/** Of ontologies the first database; of taxonomies those of their own before comparative ones, of which that of all divisions comes first. */
export function vocabularyUnits(dumps: readonly DumpDatabase[]): Draft[] {
  const units: Draft[] = [];
  const ontology = dumps.find(({ group }) => group === 'ontology');
  if (ontology) units.push({ id: 'ontology', task: { kind: 'ontology', database: ontology.folder }, after: [], files: filesOf(ontology, ONTOLOGY_TABLES), schema: schemaOf(ontology, ONTOLOGY_TABLES) });
  const preference = ({ group, species }: DumpDatabase) => (group === 'taxonomy' ? 0 : species === ALL_SPECIES ? 1 : 2);
  const taxonomies = dumps.filter(({ group }) => group === 'taxonomy' || group === 'compara').sort((a, b) => preference(a) - preference(b));
  if (taxonomies.length > 0) {
    const tables = { ...TAXONOMY_TABLES, ...NODE_TABLES };
    units.push({
      id: 'taxonomy', task: { kind: 'taxonomy', databases: taxonomies.map(({ folder }) => folder) }, after: [],
      files: taxonomies.flatMap((dump) => filesOf(dump, tables)), schema: taxonomies.map((dump) => schemaOf(dump, tables)),
    });
  }
  return units;
}

/** @param before the units that have been settled; those that a unit comes after are among them */
async function settled({ id, task, after, files, schema }: Draft, before: readonly Unit[], compiler: string): Promise<Unit> {
  if (before.some((unit) => unit.id === id)) throw new DumpError(`two parts of the build would be called ${id}: name the folders of dumps in letters and digits`);
  const inputs = await Promise.all([...new Set(files)].map(inputFile));
  const keys = after.map((each) => before.find((unit) => unit.id === each)!.key);
  const key = createHash('sha256').update(JSON.stringify([compiler, task, schema, inputs, keys])).digest('hex').slice(0, 16);
  const plain = await Promise.all(inputs.map(plainBytes));
  return { id, task, after, inputs, plainBytes: plain.reduce((sum, bytes) => sum + bytes, 0), key };
}
