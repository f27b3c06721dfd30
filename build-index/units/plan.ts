import { createHash } from 'node:crypto';
import { GENOME_TABLES } from '../compile/genome/core-schema.ts';
import { checkNoDatabaseTwice } from '../compile/notices.ts';
import { DNA } from '../compile/genome/scratch-bases.ts';
import { DumpError } from '../dump/dump-error.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { BLOCK_FORM } from '../output/index-folder.ts';
import { leftOutCollections, unusedVcfConfigs } from '../vcf/vcf-notices.ts';
import { readVcfConfig } from '../vcf/vcf-config.ts';
import { compilerVersion } from './compiler-version.ts';
import { inputFile, plainBytes } from './input-files.ts';
import { planFurtherDatabase, variedGenome } from './plan-further-database.ts';
import { releaseUnits } from './plan-release-units.ts';
import { describeCores, type PlannedCore, filesOf, schemaOf, type Draft } from './unit-draft.ts';
import type { BuildPlan, Unit } from './unit.ts';

/** Groups whose databases have the tables of a core database; core first, as the others borrow its sequence. */
const CORE_LIKE = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
/** Those that add to the genome of a core database. */
const FURTHER = ['variation', 'funcgen'];
/** Those that belong to the release as a whole. */
const OF_RELEASE = ['ontology', 'taxonomy', 'compara', 'stable_ids'];

/**
 * Some four minutes of one process, at the 30 MB a second of docs/performance.md: less is not worth files between
 * units, and more would end a build alone.
 */
const LINES_AT_ONCE = 8e9;

/**
 * Plans a build: which units it has, what each reads and which come before it. Reads of the dumps only how their tables
 * look and
 * which species core databases hold.
 *
 * @param vcfConfig a vcf_config.json that lists VCF files with genotypes
 * @param linesAtOnce bytes of VCF text beyond which several units read it
 * @param blockForm how the units will write blocks
 * @throws DumpError for input of which no release can be made
 */
export async function planBuild(
  dumpFolders: readonly string[],
  vcfConfig?: string,
  linesAtOnce = LINES_AT_ONCE,
  blockForm = BLOCK_FORM,
): Promise<BuildPlan> {
  const collections = vcfConfig === undefined ? [] : await readVcfConfig(vcfConfig);
  const dumps = await findDatabases(dumpFolders);
  const inGroup = (groups: readonly string[]) =>
    groups.flatMap((group) => dumps.filter((dump) => dump.group === group));
  const coreLike = inGroup(CORE_LIKE);
  if (coreLike.length === 0)
    throw new DumpError(
      `${dumpFolders.join(', ')}: no core database among the dumps, only ${dumps.map(named).join(', ')}`,
    );
  checkNoDatabaseTwice(dumps);
  const cores = await describeCores(coreLike);
  const further = await Promise.all(
    inGroup(FURTHER).map((dump) => planFurtherDatabase(dump, cores, collections, linesAtOnce)),
  );
  const drafts = [...cores.map((core) => coreUnit(core, cores)), ...further.flat(), ...releaseUnits(dumps, cores)];
  const compiler = await compilerVersion();
  const units: Unit[] = [];
  for (const draft of drafts) units.push(await settled(draft, units, [compiler, blockForm.name]));
  const leftOut = dumps.filter(({ group }) => ![...CORE_LIKE, ...FURTHER, ...OF_RELEASE].includes(group)).map(named);
  return {
    compiler,
    units,
    databases: dumps.map(({ folder, species, group }) => ({ folder, species, group })),
    notices: [
      ...(leftOut.length > 0 ? [`Left out, as this version does not compile their kind: ${leftOut.join(', ')}.`] : []),
      ...(vcfConfig === undefined
        ? []
        : leftOutCollections(
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
 * @param before the units that have been settled; those that a unit comes after are among them
 * @param writer what decides the output of all units
 */
async function settled(
  { id, task, after, files, schema, share = 1 }: Draft,
  before: readonly Unit[],
  writer: readonly string[],
): Promise<Unit> {
  if (before.some((unit) => unit.id === id))
    throw new DumpError(
      `two parts of the build would be called ${id}: name the folders of dumps in letters and digits`,
    );
  const inputs = await Promise.all([...new Set(files)].map(inputFile));
  const keys = after.map((each) => before.find((unit) => unit.id === each)!.key);
  const key = createHash('sha256')
    .update(JSON.stringify([writer, task, schema, inputs, keys]))
    .digest('hex')
    .slice(0, 16);
  const plain = await Promise.all(inputs.map(plainBytes));
  return { id, task, after, inputs, plainBytes: share * plain.reduce((sum, bytes) => sum + bytes, 0), key };
}
