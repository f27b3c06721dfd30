/** The same pairs from plink 1.9 (Debian package plink1.9), for comparison. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PlinkResult {
  pairs: number;
  seconds: number;
  /** r² by the names of both variants, joined by a tab, the first in the file first. */
  r2: Map<string, number>;
}

/**
 * Runs plink on one core. Only the computation is timed, not the conversion from VCF. Null when there is no plink.
 *
 * @param cores prefix of the command that pins it to one core
 */
export async function runPlink(vcf: string, region: { name: string; start: number; end: number }, folder: string, pinned: readonly string[]): Promise<PlinkResult | null> {
  const [bed, out] = [join(folder, 'genotypes'), join(folder, 'pairs')];
  const plink = async (parameters: readonly string[]) => {
    const [command, ...rest] = [...pinned, 'plink1.9', ...parameters];
    await run(command!, rest, { maxBuffer: 1 << 26 });
  };
  try {
    await plink(['--vcf', vcf, '--chr', region.name, '--from-bp', String(region.start), '--to-bp', String(region.end), '--allow-extra-chr', '--make-bed', '--out', bed]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || /plink1\.9.*No such file/.test(String(error))) return null;
    throw error;
  }
  let seconds = Infinity;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    await plink(['--bfile', bed, '--r2', 'dprime', '--ld-window-kb', '1000', '--ld-window', '999999', '--ld-window-r2', '0.05', '--threads', '1', '--allow-extra-chr', '--out', out]);
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  const r2 = new Map<string, number>();
  const lines = (await readFile(`${out}.ld`, 'utf8')).trimEnd().split('\n').slice(1);
  for (const line of lines) {
    const [, , one, , , other, value] = line.trim().split(/\s+/);
    r2.set(`${one}\t${other}`, Number(value));
  }
  return { pairs: lines.length, seconds, r2 };
}
