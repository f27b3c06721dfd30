/**
 * `npm run build-index -- --dumps DIR [--dumps DIR …] [--vcf vcf_config.json] --out DIR`, and the steps of it for an engine that runs
 * them on its own: `plan`, `unit`, `seal`.
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { BuildBar } from './build-bar.ts';
import { count, runCommand } from './command.ts';
import { buildRelease } from './units/build-release.ts';
import { DumpError } from './dump/dump-error.ts';
import { takeDuckdbShare } from './dump/duckdb-share.ts';
import { BuildFolder, noPlan } from './units/build-folder.ts';
import { nameOf, type Claimant } from './units/claim.ts';
import { reasonOf } from './units/failure.ts';
import { planBuild } from './units/plan.ts';
import { runUnit } from './units/run-unit.ts';
import { lastSealed, sealedRelease, serveSealed } from './units/sealed-plan.ts';
import { sealRelease, type SealedRelease } from './units/seal.ts';
import { shareOf } from './units/worker-pool.ts';

const MEMORY_OF_PROCESS = 1.25;
const MEMORY = 3;

const program = new Command('build-index').description('Compiles dump folders of an Ensembl release into an index folder that `npm run serve` serves.');

const dumpsOption = ['--dumps <dir>', 'folder of database dumps; may be given several times', (dir: string, dirs: string[] = []) => [...dirs, dir]] as const;
const vcfOption = ['--vcf <file>', 'vcf_config.json that lists VCF files with genotypes or frequencies'] as const;
const outOption = ['--out <dir>', 'index folder to write; releases that it holds already stay'] as const;
const memoryOption = ['--memory <gib>', 'GiB of memory that the build may take', gibibytes, MEMORY] as const;

interface Inputs {
  dumps: string[];
  vcf?: string;
  out: string;
}

const build = program.command('build', { isDefault: true })
  .description('what is done where no command is named: plans, runs all units and seals the release; interrupted, the same command goes on where it was')
  .requiredOption(...dumpsOption).option(...vcfOption).requiredOption(...outOption)
  .option('--processes <n>', 'units at once, each in a process of its own (default: as many as there are cores, one for each 1.25 GiB at most)', count(256)).option(...memoryOption)
  .action(({ dumps, vcf, out, memory, processes = Math.max(1, Math.min(availableParallelism(), Math.floor(memory / MEMORY_OF_PROCESS))) }: Inputs & { memory: number; processes?: number }) => runCommand('build-index', async () => {
    const bar = new BuildBar();
    const began = performance.now();
    try {
      const release = await buildRelease(dumps, out, bar, { vcfConfig: vcf, resources: { processes, memory: memory * 2 ** 30 } });
      bar.stop();
      tell(release, out, began);
    } finally {
      bar.stop();
    }
  }));

// Who mistypes a command is told of it, not of the options that a build lacks.
program.hook('preSubcommand', ({ args: [word = ''], commands }, command) => {
  if (command !== build || word === build.name() || word === '' || word.startsWith('-')) return;
  program.error(`error: unknown command '${word}'; there are ${commands.filter((each) => each !== build).map((each) => each.name()).join(', ')}`);
});

program.addHelpText('after', () => `\nWithout a command, it is build:\n\n${build.helpInformation()}`);

program.command('plan')
  .description('writes the plan of a build to OUT/.build/plan.json and lists its units: id, MB that it reads, what must be done before; none when OUT holds the release of just these, whichever is current there: what a build has left of its units, of these or other inputs, is then removed')
  .requiredOption(...dumpsOption).option(...vcfOption).requiredOption(...outOption)
  .action(({ dumps, vcf, out }: Inputs) => runCommand('build-index plan', async () => {
    const began = performance.now();
    const plan = await planBuild(dumps, vcf);
    // Sentences go where they are not taken for units.
    const sentences = console.error;
    const release = await sealedRelease(out, plan);
    if (release) {
      // A build that was killed as it put its units away has left some. Those of other inputs stay, with a plan that seal is asked for: this one.
      const build = await BuildFolder.existing(out);
      await build?.savePlan(plan);
      await build?.clear(plan);
      return tell({ ...release, unchanged: true }, out, began, sentences);
    }
    await (await BuildFolder.open(out)).savePlan(plan);
    for (const { id, plainBytes, after } of plan.units) console.log([id, (plainBytes / 1e6).toFixed(1), after.join(',') || '-'].join('\t'));
    tellNotices(plan.notices, sentences);
  }));

program.command('unit')
  .description('runs one unit of the plan, unless it is done')
  .argument('<id>', 'as plan lists it').requiredOption(...outOption).option(...memoryOption)
  .action((id: string, { out, memory }: { out: string; memory: number }) => runCommand('build-index unit', async () => {
    const build = await BuildFolder.existing(out);
    // Whoever does not know what became of a unit may run it again, even behind the seal.
    if (!build && await lastSealed(out)) return void console.log(`The release is sealed: nothing is left to do of ${id}.`);
    if (!build) throw noPlan(out);
    const plan = await build.readPlan();
    const unit = plan.units.find((each) => each.id === id);
    if (!unit) throw new DumpError(`the plan has no unit ${id}; it has ${plan.units.map((each) => each.id).join(', ')}`);
    const began = performance.now();
    const wasDone = await build.record(unit) !== null || await sealedRelease(out, plan) !== null;
    if (wasDone) return void console.log(`${id} was done already.`);
    takeDuckdbShare(shareOf({ memory: memory * 2 ** 30 }, 1));
    const waiting = (other: Claimant) => console.error(`${id} is being made by ${nameOf(other)}: waiting for it.`);
    await build.withTemporaryFiles(() => runUnit(unit, plan, build, { waiting })).catch((error: unknown) => {
      throw new DumpError(`${id} failed: ${reasonOf(error, out)}`, { cause: error });
    });
    console.log(`${id} is done (${secondsSince(began)} s).`);
  }));

program.command('seal')
  .description('makes a release of the units of the plan, which are all done, and makes it the current one')
  .requiredOption(...outOption)
  .action(({ out }: { out: string }) => runCommand('build-index seal', async () => {
    const began = performance.now();
    const build = await BuildFolder.existing(out);
    if (!build) {
      const release = await lastSealed(out);
      if (!release) throw noPlan(out);
      return tell(await serveSealed(out, release), out, began);
    }
    const plan = await build.readPlan();
    tell(await sealRelease(plan, build, out), out, began);
  }));

await program.parseAsync();

function tell({ id, genomes, notices, unchanged, insteadOf }: SealedRelease, out: string, began: number, line = console.log): void {
  if (unchanged) line('Nothing has changed since this release was made.');
  line(`Release ${id} with ${genomes} ${genomes === 1 ? 'genome' : 'genomes'} is ready in ${out} (${secondsSince(began)} s).`);
  if (insteadOf) line(`It is the current one again; ${insteadOf} was.`);
  tellNotices(notices, line);
}

function tellNotices(notices: readonly string[], line: (notice: string) => void): void {
  for (const notice of notices) line(notice);
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function gibibytes(text: string): number {
  const number = Number(text);
  if (!(number >= 0.5)) throw new InvalidArgumentError('it must be a number from 0.5');
  return number;
}
