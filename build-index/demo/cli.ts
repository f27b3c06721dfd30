import { SingleBar, Presets } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { DEFAULT_SEED, generateDemo } from './generate.ts';

const numberOption = (text: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
};

const command = new Command('build-demo')
  .description('Writes the embedded demo data (fictional species) as dump folders.')
  .option('--out <folder>', 'where the dump folders go', 'data/demo/dumps')
  .option('--scale <factor>', 'number of genes relative to the default, 0.1 to 1000', numberOption, 1)
  .option('--seed <number>', 'another seed gives other genomes', numberOption, DEFAULT_SEED)
  .parse();

const { out, scale, seed } = command.opts<{ out: string; scale: number; seed: number }>();
const bar = new SingleBar({ format: '{bar} {value}/{total} {what}', noTTYOutput: false }, Presets.shades_classic);
try {
  await generateDemo(out, { scale, seed }, (done, total, what) => (done === 0 ? bar.start(total, 0, { what }) : bar.update(done, { what })));
  bar.stop();
  console.log(`The demo data stand in ${out}.`);
} catch (error) {
  bar.stop();
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
