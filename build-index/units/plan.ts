import { createHash } from 'node:crypto';
import { GENOME_TABLES } from '../compile/genome/core-schema.ts';
import { countMissingTables, countUnknownTable, countUnknownTables, databasesTwice } from '../compile/notices.ts';
import { DNA } from '../compile/genome/scratch-bases.ts';
import { type Departure, Departures, mergedDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { Faults } from '../dump/faults.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { BLOCK_FORM } from '../output/index-folder.ts';
import { skippedCollections, unusedVcfConfigs } from '../vcf/vcf-notices.ts';
import { readVcfConfig, type VcfCollection } from '../vcf/vcf-config.ts';
import { compilerVersion } from './compiler-version.ts';
import { inputFile, plainBytes } from './input-files.ts';
import { coreOf, planFurtherDatabase, variedGenome } from './plan-further-database.ts';
import { scoreUnits } from './plan-scores.ts';
import { releaseUnits } from './plan-release-units.ts';
import { describeCores, type PlannedCore, filesOf, schemaOf, type Draft } from './unit-draft.ts';
import type { BuildPlan, Unit } from './unit.ts';

/** Groups whose databases have the tables of a core database. Core is first, since the others use its sequence. */
const CORE_LIKE = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
/** Groups that add data to the genome of a core database. */
const FURTHER = ['variation', 'funcgen'];
/** Groups that belong to the release as a whole. */
const OF_RELEASE = ['ontology', 'taxonomy', 'compara', 'stable_ids'];

/**
 * Bytes of VCF text for one unit: some four minutes at the 30 MB/s of docs/performance.md. Smaller units are not worth
 * the files between them, and larger ones would run alone at the end of a build.
 */
const LINES_AT_ONCE = 8e9;

/**
 * Plans a build: its units, their inputs and their order. Reads only the schemas of the dumps and the species of core
 * databases.
 *
 * @param vcfConfig path of a vcf_config.json that lists VCF files
 * @param linesAtOnce bytes of VCF text beyond which several units share the files
 * @param blockForm form of the blocks that the units write
 * @param isStrict every departure of a dump from a sound database is an error
 * @param scores files of scores of alleles, as `scoreUnits` takes them
 * @param ofFiles departures of the files from which some of the folders were written (genome-folders.ts)
 * @throws DumpError with a line for each fault of input that makes no release
 */
export async function planBuild(
  dumpFolders: readonly string[],
  vcfConfig?: string,
  linesAtOnce = LINES_AT_ONCE,
  blockForm = BLOCK_FORM,
  isStrict = false,
  scores: readonly string[] = [],
  ofFiles: readonly Departure[] = [],
): Promise<BuildPlan> {
  const [faults, departures] = [new Faults(), new Departures(isStrict)];
  const collections =
    vcfConfig === undefined ? [] : await faults.collect<VcfCollection[]>(() => readVcfConfig(vcfConfig), []);
  const withoutDumps = new Faults();
  const dumps = await findDatabases(dumpFolders, departures, withoutDumps);
  await faults.collect(() => withoutDumps.throwAny(), undefined);
  const inGroup = (groups: readonly string[]) =>
    groups.flatMap((group) => dumps.filter((dump) => dump.group === group));
  const coreLike = inGroup(CORE_LIKE);
  // A core database may be among those that could not be described.
  if (coreLike.length === 0 && withoutDumps.areNone)
    faults.add(
      `${dumpFolders.join(', ')}: no core database among the dumps, only ${dumps.map(named).join(', ')}; a release ` +
        'needs at least one',
    );
  for (const sentence of databasesTwice(dumps)) faults.add(sentence);
  for (const dump of dumps) await faults.collect(() => countMissingTables(dump, departures), undefined);
  for (const dump of dumps)
    for (const table of dump.tables.keys())
      await faults.collect(() => countUnknownTable(dump, table, departures), undefined);
  for (const dump of dumps) await faults.collect(() => countUnknownTables(dump, departures), undefined);
  const cores = await describeCores(coreLike, faults);
  const further = await Promise.all(
    inGroup(FURTHER)
      .filter((dump) => withoutDumps.areNone || coreOf(dump, cores))
      .map((dump) => faults.collect(() => planFurtherDatabase(dump, cores, collections, linesAtOnce), [])),
  );
  const scored = await faults.collect(() => scoreUnits(scores, cores), []);
  const drafts = [
    ...cores.map((core) => coreUnit(core, cores)),
    ...further.flat(),
    ...scored,
    ...releaseUnits(dumps, cores),
  ];
  const compiler = await compilerVersion();
  const units: Unit[] = [];
  const writer = [compiler, blockForm.name, ...(isStrict ? ['strict'] : [])];
  for (const draft of drafts) {
    const unit = await faults.collect(() => unitOf(draft, units, writer, faults), null);
    if (unit) units.push(unit);
  }
  // A database that is lacking may be in a folder that was skipped.
  if (!faults.areNone)
    for (const kind of ['folder without table.sql', 'folder that is not read'] as const)
      for (const { first } of departures.ofKind(kind)) faults.add(first.join());
  faults.throwAny();
  const skipped = dumps.filter(({ group }) => ![...CORE_LIKE, ...FURTHER, ...OF_RELEASE].includes(group)).map(named);
  return {
    compiler,
    units,
    isStrict,
    departures: mergedDepartures([...departures.parts(), ...ofFiles]),
    databases: dumps.map(({ folder, species, group }) => ({ folder, species, group })),
    notices: [
      ...(skipped.length > 0 ? [`Skipped, since this version does not compile this kind: ${skipped.join(', ')}.`] : []),
      ...(vcfConfig === undefined
        ? []
        : skippedCollections(
            collections,
            inGroup(['variation']).map((dump) => variedGenome(dump, cores)),
            vcfConfig,
          )),
      ...(vcfConfig === undefined && dumps.some(({ group }) => group === 'variation')
        ? await unusedVcfConfigs(dumpFolders)
        : []),
    ],
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
    id: unit,
    task: { kind: 'core', database: dump.folder, sequences },
    after: [...new Set(Object.values(sequences))],
    files: [...filesOf(dump, GENOME_TABLES), ...filesOf(dump, { [DNA]: {} })],
    schema: schemaOf(dump, GENOME_TABLES),
  };
}

/**
 * Completes a draft with its inputs and key.
 * @param before units that come before it in the plan, among them all that it needs
 * @param writer what decides the output of all units
 * @param faults gets a sentence for each missing file
 */
async function unitOf(
  { id, task, after, files, schema, share = 1 }: Draft,
  before: readonly Unit[],
  writer: readonly string[],
  faults: Faults,
): Promise<Unit> {
  if (before.some((unit) => unit.id === id))
    throw new DumpError(
      `two units of the build would have the id ${id}: use letters and digits only in the names of dump folders`,
    );
  const inputs: Awaited<ReturnType<typeof inputFile>>[] = [];
  // One by one, so that their faults are in the order of the files.
  for (const file of new Set(files)) {
    const input = await faults.collect(() => inputFile(file), null);
    if (input) inputs.push(input);
  }
  // A unit that could not be planned has no key; the plan is thrown away then.
  const keys = after.map((each) => before.find((unit) => unit.id === each)?.key ?? '');
  const key = createHash('sha256')
    .update(JSON.stringify([writer, task, schema, inputs, keys]))
    .digest('hex')
    .slice(0, 16);
  const plain = await Promise.all(inputs.map(plainBytes));
  return { id, task, after, inputs, plainBytes: share * plain.reduce((sum, bytes) => sum + bytes, 0), key };
}
