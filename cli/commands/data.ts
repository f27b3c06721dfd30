import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError, Option } from 'commander';
import { generateDemo } from '../../data/fictional/demo.ts';
import { LARGEST_SCALE, scaleOf, SMALLEST_SCALE } from '../../data/fictional/genome/scale.ts';
import { makeData } from '../../data/fictional/scaled/make-data.ts';
import { PARTS, type Part } from '../../data/fictional/scaled/parts.ts';
import { DEFAULT_SEED } from '../../data/fictional/workshop.ts';
import { addSubcommands, interruption, runCommand, wholeNumber } from '../run-command.ts';
import { megabytes, TransferBar } from '../transfer-bar.ts';
import { messageOf } from '../operator-error.ts';

interface ScaledOptions {
  scale: number;
  out: string;
  seed: number;
  only: readonly Part[];
}

const scaled = new Command('scaled')
  .description('writes a genome of any size')
  .requiredOption(
    '--scale <megabases>',
    `length of the chromosome in Mb, ${SMALLEST_SCALE} to ${LARGEST_SCALE}; all counts but samples grow with it`,
    megabases,
  )
  .requiredOption(
    '--out <folder>',
    'folder for the dumps; replaces databases of the same names there, and the databases of multi',
  )
  .option('--seed <number>', 'another seed gives another genome', wholeNumber(0, 999_999_999), DEFAULT_SEED)
  .addOption(
    new Option('--only <parts>', `write only these parts, separated by commas: ${PARTS.join(', ')}`)
      .argParser(parts)
      .default(PARTS, 'all'),
  )
  .action(({ scale, out, seed, only }: ScaledOptions) =>
    runCommand('genomic-edge data', async () => {
      const bar = new TransferBar('parts');
      const began = performance.now();
      try {
        const { bytes } = await makeData(out, { scale, seed, only, signal: interruption() }, bar);
        bar.stop();
        const seconds = (performance.now() - began) / 1000;
        const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
        const peak = process.resourceUsage().maxRSS * 1024;
        const folders = [...bytes].map(([folder, each]) => `${folder} ${megabytes(each)}`).join(', ');
        console.log(`The data are in ${out}: ${folders}.`);
        console.log(
          `${megabytes(total)} in ${seconds.toFixed(1)} s, ${megabytes(total / seconds)} per second, ` +
            `peak memory ${megabytes(peak)}.`,
        );
      } finally {
        bar.stop();
      }
    }),
  );

const demo = new Command('demo')
  .description('writes the dumps of the demo species, which `start` serves')
  .option('--out <folder>', 'folder for the dumps', 'data/demo/dumps')
  .option('--scale <factor>', 'number of genes relative to the default, 0.1 to 1000', demoScale, 1)
  .option('--seed <number>', 'another seed gives other genomes', number, DEFAULT_SEED)
  .addHelpText('after', '\nExample:\n  $ genomic-edge data demo --out dumps --scale 10')
  .action(({ out, scale, seed }: { out: string; scale: number; seed: number }) =>
    runCommand('genomic-edge data demo', async () => {
      const bar = new SingleBar({ format: '{bar} {value}/{total} {what}', noTTYOutput: false }, Presets.shades_classic);
      try {
        await generateDemo(out, { scale, seed }, (done, total, what) =>
          done === 0 ? bar.start(total, 0, { what }) : bar.update(done, { what }),
        );
        bar.stop();
        console.log(`The demo data are in ${out}.`);
      } finally {
        bar.stop();
      }
    }),
  );

export const command = addSubcommands(
  new Command('data')
    .description('Writes dumps and VCF files of a fictional genome of any size, for measurements.')
    .addHelpText('after', '\nExample:\n  $ genomic-edge data --scale 1 --out made'),
  scaled,
  [demo],
);

function megabases(text: string): number {
  const scale = text.trim() === '' ? NaN : Number(text);
  try {
    scaleOf(scale);
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error).replace(/NaN$/, `'${text}'`));
  }
  return scale;
}

function parts(text: string): readonly Part[] {
  const named = text.split(',').map((part) => part.trim());
  const unknown = named.find((part) => !PARTS.some((each) => each === part));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is no part: choose from ${PARTS.join(', ')}`);
  return PARTS.filter((part) => named.includes(part));
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number');
  return value;
}

function demoScale(text: string): number {
  const scale = number(text);
  if (scale < 0.1 || scale > 1000) throw new InvalidArgumentError('It must be a number from 0.1 to 1000');
  return scale;
}
