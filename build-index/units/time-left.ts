/** How long a build will take yet: from the bytes of text of the units that are left, and how fast those before have been. */
import type { Unit, UnitTask } from './unit.ts';

/**
 * MB of text that one process compiles in a second, by what is compiled: those of scale 25 in docs/performance.md ("Made data, by unit of the build"), to two digits, for the
 * kinds that are told there; for the others what smaller runs took. Only how they compare matters; how fast the machine is shows while it builds.
 */
const TYPICAL: Record<UnitTask['kind'], number> = {
  core: 7, variants: 14, 'variant-details': 23, 'staged-details': 20, 'line-details': 32, 'joined-details': 87, 'variant-places': 48, 'vcf-genotypes': 170, 'own-genotypes': 20,
  funcgen: 5, ids: 10, compara: 7, 'compara-parts': 10, alignments: 2, 'constrained-elements': 10, archive: 10, ontology: 2, taxonomy: 2.3,
};
const BYTES_PER_MB = 1e6;

export interface UnitTiming {
  unit: Pick<Unit, 'id' | 'task' | 'after' | 'plainBytes'>;
  /** Seconds that it has been running, or took; null before it begins. */
  seconds: number | null;
  done: boolean;
}

/**
 * Seconds until the last unit is done; null before anything is known of the machine.
 *
 * @param timings of all units that this build runs: those that were done before it began are left out
 * @param processes units that run at once
 */
export function secondsLeft(timings: readonly UnitTiming[], processes: number): number | null {
  const pace = paceOf(timings);
  if (pace === null) return null;
  const left = new Map(timings.filter(({ done }) => !done).map(({ unit, seconds }) => {
    const expected = pace * expectedSeconds(unit);
    // One that takes longer than thought takes some time more.
    return [unit.id, seconds === null ? expected : Math.max(expected - seconds, seconds / 10)];
  }));
  const all = [...left.values()].reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(all / processes, longestChain(timings, left));
}

/** How many times as long units have taken as they typically do; running ones count when they are later than the others. */
function paceOf(timings: readonly UnitTiming[]): number | null {
  const ratio = (some: readonly UnitTiming[]): number | null => {
    const expected = some.reduce((sum, { unit }) => sum + expectedSeconds(unit), 0);
    return expected > 0 ? some.reduce((sum, { seconds }) => sum + seconds!, 0) / expected : null;
  };
  const done = timings.filter((timing) => timing.done);
  const pace = ratio(done);
  const late = timings.filter(({ unit, seconds, done: isDone }) => !isDone && seconds !== null && seconds > (pace ?? 1) * expectedSeconds(unit));
  return ratio([...done, ...late]);
}

/** Of one process, on a machine as that of docs/performance.md. */
export function expectedSeconds({ task, plainBytes }: Pick<Unit, 'task' | 'plainBytes'>): number {
  return plainBytes / BYTES_PER_MB / TYPICAL[task.kind];
}

/** Of units of which each waits for the one before. */
function longestChain(timings: readonly UnitTiming[], left: ReadonlyMap<string, number>): number {
  const until = new Map<string, number>();
  // Units come after those that they need.
  for (const { unit } of timings) until.set(unit.id, (left.get(unit.id) ?? 0) + Math.max(0, ...unit.after.map((id) => until.get(id) ?? 0)));
  return Math.max(0, ...until.values());
}
