/**
 * Rewrites dumps to the layout of an older release, so that a build can be compared with that of the newest layout. The
 * steps follow the patches in the `sql` folders of Ensembl's repositories. Only tables and columns that a build reads
 * are rewritten.
 */
import { readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgeStep } from './age-step.ts';
import { COMPARA_STEPS } from './age-compara.ts';
import { CORE_STEPS } from './age-core.ts';
import { FUNCGEN_STEPS } from './age-funcgen.ts';
import { VARIATION_STEPS } from './age-variation.ts';
import { readDumpText, writeDumpText, type DumpText } from './dump-text.ts';

const STEPS: Readonly<Record<string, readonly AgeStep[]>> = {
  core: CORE_STEPS,
  otherfeatures: CORE_STEPS,
  variation: VARIATION_STEPS,
  funcgen: FUNCGEN_STEPS,
  compara: COMPARA_STEPS,
};

/** Writes the databases `<species>/<group>` of a folder to another one, in the layout of a release. */
export async function ageDumps(folder: string, out: string, release: number): Promise<void> {
  for (const species of await readdir(folder)) {
    if (!existsSync(join(folder, species)) || species === 'vcf') continue;
    for (const group of await readdir(join(folder, species))) {
      if (!existsSync(join(folder, species, group, 'table.sql'))) continue;
      const tables = await readDumpText(join(folder, species, group));
      ageDatabase(tables, group, release);
      await writeDumpText(join(out, species, group), tables);
    }
  }
}

/** Changes the tables of a database to the layout of a release, the latest change first. */
function ageDatabase(tables: DumpText, group: string, release: number): void {
  const steps = (STEPS[group] ?? []).filter(({ until }) => until >= release);
  for (const { change } of steps.toSorted((a, b) => b.until - a.until)) change(tables);
}
