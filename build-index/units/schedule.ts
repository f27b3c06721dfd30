import { DumpError } from '../dump/dump-error.ts';
import { isOutOfMemory } from './failure.ts';
import { expectedSeconds } from './time-left.ts';
import type { Plan, Unit } from './unit.ts';

/** A unit that could not be compiled, and why. */
export interface FailedUnit {
  id: string;
  reason: string;
}

/** One or more units of a build failed; its message is one line for each reason: several read one file, and fail for one row of it. What the others have made is kept. */
class UnitsFailed extends DumpError {
  constructor(failed: readonly FailedUnit[], left: readonly Unit[]) {
    const lines = [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, units]) => `${idsOf(units)} failed: ${reason}`);
    if (left.length > 0) lines.push(`${idsOf(left)} could not begin: what comes before has failed`);
    super(lines.join('\n'));
  }
}

function idsOf(units: readonly { id: string }[]): string {
  return units.map(({ id }) => id).join(', ');
}

/** Runs one unit, while so many run (itself among them). */
export type UnitRunner = (unit: Unit, running: number) => Promise<void>;

/**
 * Runs the units of a plan, so many at once, each when those that it comes after are done: the ones with most work behind them
 * first. When one fails, all go on that do not need it; one that had too little memory beside others is tried again alone, when no other
 * can run.
 *
 * @param done units that need not be run
 * @param reasonOf what the operator is told of an error
 * @throws UnitsFailed at the end, when any failed
 */
export async function runUnits({ units }: Plan, done: ReadonlySet<string>, atOnce: number, run: UnitRunner, reasonOf: (error: unknown) => string): Promise<void> {
  const finished = new Set(done);
  const failed = new Map<string, string>();
  const work = workBehind(units);
  let waiting = units.filter(({ id }) => !finished.has(id)).sort((a, b) => work.get(b.id)! - work.get(a.id)!);
  const running = new Set<Promise<void>>();
  const cramped: Unit[] = [];
  let alone = false;
  const start = (unit: Unit, beside: number) => {
    const failure = (error: unknown) => {
      if (beside > 1 && isOutOfMemory(error)) cramped.push(unit);
      else failed.set(unit.id, reasonOf(error));
    };
    const task: Promise<void> = run(unit, beside).then(() => void finished.add(unit.id), failure).finally(() => running.delete(task));
    running.add(task);
  };
  while (true) {
    if (running.size === 0) alone = false;
    const ready = alone ? [] : waiting.filter(({ after }) => after.every((id) => finished.has(id))).slice(0, atOnce - running.size);
    waiting = waiting.filter((unit) => !ready.includes(unit));
    // Those that wait for others will run beside these.
    const beside = Math.min(atOnce, running.size + ready.length + waiting.length);
    for (const unit of ready) start(unit, beside);
    if (running.size === 0) {
      const unit = cramped.shift();
      if (!unit) break;
      start(unit, 1);
      alone = true;
    }
    await Promise.race(running);
  }
  if (failed.size > 0) throw new UnitsFailed(units.flatMap(({ id }) => (failed.has(id) ? [{ id, reason: failed.get(id)! }] : [])), waiting);
}

/** Seconds that a unit takes, and those of the longest chain of units that wait for it. */
function workBehind(units: readonly Unit[]): Map<string, number> {
  const work = new Map<string, number>();
  // Units come after those that they need.
  for (const unit of units.toReversed()) {
    const waiting = units.filter(({ after }) => after.includes(unit.id)).map(({ id }) => work.get(id)!);
    work.set(unit.id, expectedSeconds(unit) + Math.max(0, ...waiting));
  }
  return work;
}
