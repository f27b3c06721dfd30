import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { BuildBar } from '../build-bar.ts';
import {
  addGenomeOptions,
  type GenomeOptions,
  inputsOfGenomes,
  checkStrayWords,
  strayFile,
} from '../genome-options.ts';
import { addSubcommands, count, runCommand } from '../run-command.ts';
import { buildRelease, planInputs } from '../../build-index/units/build-release.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';
import { takeDuckdbShare } from '../../build-index/dump/duckdb-share.ts';
import { departureTable, reportPath } from '../../build-index/units/build-report.ts';
import { BuildFolder, noPlan } from '../../build-index/units/build-folder.ts';
import { SCORE_SOURCES } from '../../src/effects/allele-scores.ts';
import { reasonOf } from '../../build-index/units/schedule.ts';
import { runUnit } from '../../build-index/units/run-unit.ts';
import { sealRelease } from '../../build-index/units/seal.ts';
import { lastSealed, sealedRelease, type SealedRelease, serveSealed } from '../../build-index/units/sealed-plan.ts';
import { shareOf } from '../../build-index/units/worker-pool.ts';

/** GiB that one process needs. */
const MEMORY_OF_PROCESS = 1.25;
/** Default of --memory, in GiB. */
const MEMORY = 3;

const dumpsOption = [
  '--dumps <dir>',
  'folder of database dumps; repeat the option for more folders',
  (dir: string, dirs: string[] = []) => [...dirs, dir],
] as const;
const vcfOption = [
  '--vcf <file>',
  'variants of the genome of --fasta (repeat for more files), or a vcf_config.json that lists VCF files for dumps',
  (file: string, files: string[] = []) => [...files, file],
] as const;
const scoresOption = [
  '--scores <name=file>',
  `scores of alleles for VEP: ${SCORE_SOURCES.join(', ')}, as [species:]name=file; repeat the option for more files`,
  (text: string, texts: string[] = []) => [...texts, text],
] as const;
const outOption = ['--out <dir>', 'index folder to write; keeps the other releases in it'] as const;
const strictOption = [
  '--strict',
  'treat everything that departs from a sound database as an error, such as a row with too few fields',
] as const;
const memoryOption = ['--memory <gib>', 'GiB of memory that the build may use', gibibytes, MEMORY] as const;

interface Inputs extends GenomeOptions {
  dumps?: string[];
  vcf?: string[];
  scores?: string[];
  out: string;
  strict?: boolean;
}

/** @throws DumpError if the options give nothing to build */
async function inputsOf({ dumps = [], vcf = [], scores, strict, ...files }: Inputs) {
  const configs = vcf.filter((file) => file.endsWith('.json'));
  if (configs.length > 1) throw new DumpError('give --vcf only one vcf_config.json');
  const own = vcf.filter((file) => !configs.includes(file));
  const { genomes, shared } = await inputsOfGenomes(files, own);
  if (dumps.length + genomes.length === 0)
    throw new DumpError('nothing to build: give dumps with --dumps, or a genome with --fasta, --gff3 and --species');
  return { dumps, genomes, shared, vcfConfig: configs[0], isStrict: strict, scores };
}

const own = addGenomeOptions(
  new Command('all').description('plans the build, runs all units and seals the release').option(...dumpsOption),
)
  .option(...vcfOption)
  .option(...scoresOption)
  .requiredOption(...outOption)
  .option(
    '--processes <n>',
    `units to run at once, each in its own process (default: one per core, at most one per ${MEMORY_OF_PROCESS} GiB)`,
    count(256),
  )
  .option(...memoryOption)
  .option(...strictOption)
  .allowExcessArguments()
  .action(
    (
      {
        memory,
        processes = Math.max(1, Math.min(availableParallelism(), Math.floor(memory / MEMORY_OF_PROCESS))),
        ...inputs
      }: Inputs & { memory: number; processes?: number },
      { args }: Command,
    ) =>
      runCommand('genomic-edge build', async () => {
        checkStrayWords(args, inputs);
        const bar = new BuildBar();
        const began = performance.now();
        try {
          const { out } = inputs;
          const { dumps, ...given } = await inputsOf(inputs);
          const release = await buildRelease(dumps, out, bar, {
            ...given,
            resources: { processes, memory: memory * 2 ** 30 },
          });
          bar.stop();
          report(release, out, began);
        } finally {
          bar.stop();
        }
      }),
  );

const plan = addGenomeOptions(
  new Command('plan')
    .description(
      'writes OUT/.build/plan.json and lists the units: id, MB of input, units that must be done before. ' +
        'If OUT already contains the release of these inputs, it lists none and removes leftover units of that release',
    )
    .option(...dumpsOption),
)
  .option(...vcfOption)
  .option(...scoresOption)
  .requiredOption(...outOption)
  .option(...strictOption)
  .addHelpText('after', '\nExample:\n  $ genomic-edge build plan --dumps dumps --out index')
  .allowExcessArguments()
  .action((inputs: Inputs, { args }: Command) =>
    runCommand('genomic-edge build plan', async () => {
      checkStrayWords(args, inputs);
      const began = performance.now();
      const { out } = inputs;
      const { dumps, ...given } = await inputsOf(inputs);
      const plan = await planInputs(dumps, out, given);
      // Standard output lists units only.
      const sentences = console.error;
      const release = await sealedRelease(out, plan);
      if (release) {
        // A build that was killed while it removed its units left some. Units of other inputs stay, and `seal` needs
        // this plan then.
        const build = await BuildFolder.existing(out);
        await build?.savePlan(plan);
        await build?.clear(plan);
        return report({ ...release, unchanged: true }, out, began, sentences);
      }
      await (await BuildFolder.open(out)).savePlan(plan);
      for (const { id, plainBytes, after } of plan.units)
        console.log([id, (plainBytes / 1e6).toFixed(1), after.join(',') || '-'].join('\t'));
      reportNotices(plan.notices, sentences);
    }),
  );

const unit = new Command('unit')
  .description('runs one unit of the plan; does nothing if the unit is done')
  .argument('<id>', 'id of a unit, as `build plan` lists it')
  .requiredOption(...outOption)
  .option(...memoryOption)
  .addHelpText('after', '\nExample:\n  $ genomic-edge build unit homo_sapiens.core --out index --memory 4')
  .action((id: string, { out, memory }: { out: string; memory: number }) =>
    runCommand('genomic-edge build unit', async () => {
      const build = await BuildFolder.existing(out);
      // A workflow engine may run a unit again, even after the release was sealed.
      if (!build && (await lastSealed(out)))
        return void console.log(`The release is sealed already; ${id} has nothing left to do.`);
      if (!build) throw noPlan(out);
      const plan = await build.readPlan();
      const unit = plan.units.find((each) => each.id === id);
      if (!unit)
        throw new DumpError(
          `the plan has no unit '${id}'; its units are ${plan.units.map((each) => each.id).join(', ')}`,
        );
      const began = performance.now();
      const wasDone = (await build.record(unit)) !== null || (await sealedRelease(out, plan)) !== null;
      if (wasDone) return void console.log(`${id} is done already.`);
      takeDuckdbShare(shareOf({ memory: memory * 2 ** 30 }, 1));
      await build
        .withTemporaryFiles(() => runUnit(unit, plan, build))
        .catch((error: unknown) => {
          throw new DumpError(`${id} failed: ${reasonOf(error, out)}`, { cause: error });
        });
      console.log(`${id} is done (${secondsSince(began)} s).`);
    }),
  );

const seal = new Command('seal')
  .description('makes a release of the finished units and makes it current')
  .requiredOption(...outOption)
  .addHelpText('after', '\nExample:\n  $ genomic-edge build seal --out index')
  .action(({ out }: { out: string }) =>
    runCommand('genomic-edge build seal', async () => {
      const began = performance.now();
      const build = await BuildFolder.existing(out);
      if (!build) {
        const release = await lastSealed(out);
        if (!release) throw noPlan(out);
        return report(await serveSealed(out, release), out, began);
      }
      const plan = await build.readPlan();
      report(await sealRelease(plan, build, out), out, began);
    }),
  );

export const command = addSubcommands(
  new Command('build')
    .description(
      'Compiles dump folders of an Ensembl release, or files of genomes (FASTA, GFF3, GenBank, VCF), into an index ' +
        'folder. ' +
        'After an interruption, the same command continues. ' +
        'The subcommands are the single steps of a build, for workflow engines.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ genomic-edge build --dumps dumps/release-115/mysql --out index' +
        '\n  $ genomic-edge build --fasta genome.fa.gz --gff3 genes.gff3.gz --species "Arabidopsis thaliana" ' +
        '--out index',
    ),
  own,
  [plan, unit, seal],
  strayFile,
);

function report(
  { id, genomes, notices, departures = [], unchanged, insteadOf }: SealedRelease,
  out: string,
  began: number,
  line = console.log,
): void {
  if (unchanged) line('The inputs have not changed since this release was made.');
  const count = `${genomes} ${genomes === 1 ? 'genome' : 'genomes'}`;
  line(`Release ${id} with ${count} is ready in ${out} (${secondsSince(began)} s).`);
  if (insteadOf) line(`It is the current release again; before, ${insteadOf} was current.`);
  reportNotices(notices, line);
  if (departures.length === 0) return;
  line(`The inputs depart from sound ones; ${reportPath(out, id)} has the details:`);
  for (const row of departureTable(departures)) line(row);
}

function reportNotices(notices: readonly string[], line: (notice: string) => void): void {
  for (const notice of notices) line(notice);
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function gibibytes(text: string): number {
  const number = Number(text);
  if (!(number >= 0.5)) throw new InvalidArgumentError('It must be a number of GiB, at least 0.5');
  return number;
}
