import { createHash } from 'node:crypto';
import { found } from '../../src/checked.ts';
import { GENOME_TABLES } from '../compile/genome/core-schema.ts';
import { checkNoDatabaseTwice } from '../compile/notices.ts';
import { DNA } from '../compile/genome/scratch-bases.ts';
import { DumpError } from '../dump/dump-error.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { BLOCK_FORM } from '../output/index-folder.ts';
import { skippedCollections, unusedVcfConfigs } from '../vcf/vcf-notices.ts';
import { readVcfConfig } from '../vcf/vcf-config.ts';
import { compilerVersion } from './compiler-version.ts';
import { inputFile, plainBytes } from './input-files.ts';
import { planFurtherDatabase, variedGenome } from './plan-further-database.ts';
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
 * @throws DumpError for input that makes no release
 */
export async function planBuild(
  dumpFolders: readonly string[],
  vcfConfig?: string,
  linesAtOnce = LINES_AT_ONCE,
  blockForm = BLOCK_FORM,
  isStrict = false,
): Promise<BuildPlan> {
  const collections = vcfConfig === undefined ? [] : await readVcfConfig(vcfConfig);
  const dumps = await findDatabases(dumpFolders);
  const inGroup = (groups: readonly string[]) =>
    groups.flatMap((group) => dumps.filter((dump) => dump.group === group));
  const coreLike = inGroup(CORE_LIKE);
  if (coreLike.length === 0)
    throw new DumpError(
      `${dumpFolders.join(', ')}: no core database among the dumps, only ${dumps.map(named).join(', ')}; a release ` +
        'needs at least one',
    );
  checkNoDatabaseTwice(dumps);
  const cores = await describeCores(coreLike);
  const further = await Promise.all(
    inGroup(FURTHER).map((dump) => planFurtherDatabase(dump, cores, collections, linesAtOnce)),
  );
  const drafts = [...cores.map((core) => coreUnit(core, cores)), ...further.flat(), ...releaseUnits(dumps, cores)];
  const compiler = await compilerVersion();
  const units: Unit[] = [];
  const writer = [compiler, blockForm.name, ...(isStrict ? ['strict'] : [])];
  for (const draft of drafts) units.push(await unitOf(draft, units, writer));
  const skipped = dumps.filter(({ group }) => ![...CORE_LIKE, ...FURTHER, ...OF_RELEASE].includes(group)).map(named);
  return {
    compiler,
    units,
    isStrict,
    departures: [],
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
 */
async function unitOf(
  { id, task, after, files, schema, share = 1 }: Draft,
  before: readonly Unit[],
  writer: readonly string[],
): Promise<Unit> {
  if (before.some((unit) => unit.id === id))
    throw new DumpError(
      `two units of the build would have the id ${id}: use letters and digits only in the names of dump folders`,
    );
  const inputs = await Promise.all([...new Set(files)].map(inputFile));
  const keys = after.map((each) => found(before, (unit) => unit.id === each).key);
  const key = createHash('sha256')
    .update(JSON.stringify([writer, task, schema, inputs, keys]))
    .digest('hex')
    .slice(0, 16);
  const plain = await Promise.all(inputs.map(plainBytes));
  return { id, task, after, inputs, plainBytes: share * plain.reduce((sum, bytes) => sum + bytes, 0), key };
}
