/** `npm run make-data -- --scale N --out DIR [--seed S] [--only core,variation]` */
import { Command, InvalidArgumentError } from 'commander';
import { interruption, runCommand } from '../command.ts';
import { megabytes, TransferBar } from '../transfer-bar.ts';
import { DEFAULT_SEED, makeData } from './make-data.ts';
import { PARTS, type Part } from './parts.ts';
import { LARGEST_SCALE, scaleOf, SMALLEST_SCALE } from './scale.ts';

const command = new Command('make-data')
  .description('Writes dumps and VCFs of a fictional genome, as large as is asked for: to measure with, not to look at.')
  .requiredOption('--scale <megabases>', `length of the chromosome, ${SMALLEST_SCALE} to ${LARGEST_SCALE}; all else grows with it`, megabases)
  .requiredOption('--out <folder>', 'where the dump folders go; databases of the same names there, those of multi too, are replaced')
  .option('--seed <number>', 'another seed gives another genome', wholeNumber, DEFAULT_SEED)
  .option('--only <parts>', `some parts, with commas between them: ${PARTS.join(', ')}`, parts, PARTS)
  .parse();

await runCommand('make-data', async () => {
  const { scale, out, seed, only } = command.opts<{ scale: number; out: string; seed: number; only: readonly Part[] }>();
  const bar = new TransferBar('parts');
  const began = performance.now();
  try {
    const { bytes } = await makeData(out, { scale, seed, only, signal: interruption() }, bar);
    bar.stop();
    const seconds = (performance.now() - began) / 1000;
    const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
    const peak = process.resourceUsage().maxRSS * 1024;
    console.log(`The data stand in ${out}: ${[...bytes].map(([folder, each]) => `${folder} ${megabytes(each)}`).join(', ')}.`);
    console.log(`${megabytes(total)} in ${seconds.toFixed(1)} s, ${megabytes(total / seconds)} a second, with at most ${megabytes(peak)} of memory.`);
  } finally {
    bar.stop();
  }
});

function megabases(text: string): number {
  const scale = text.trim() === '' ? NaN : Number(text);
  try {
    scaleOf(scale);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message.replace(/NaN$/, `'${text}'`));
  }
  return scale;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at most nine digits');
  return Number(text);
}

function parts(text: string): readonly Part[] {
  const named = text.split(',').map((part) => part.trim());
  const unknown = named.find((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown !== undefined) throw new InvalidArgumentError(`there is no part '${unknown}': choose from ${PARTS.join(', ')}`);
  return PARTS.filter((part) => named.includes(part));
}
