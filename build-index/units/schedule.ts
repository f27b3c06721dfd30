import { get } from '../../src/checked.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { BuildPlan, Unit } from './unit.ts';
import { StoreError } from '../../src/store/store.ts';
import { isSystemError, systemSentence } from '../system-error.ts';

/** A unit that could not be compiled, and why. */
interface FailedUnit {
  id: string;
  reason: string;
}

/**
 * One or more units of a build failed; its message is one line for each reason: several read one file, and fail for one
 * row of it. What the others have made is kept.
 */
class UnitsFailed extends DumpError {
  constructor(failed: readonly FailedUnit[], left: readonly Unit[]) {
    const lines = [...Map.groupBy(failed, ({ reason }) => reason)].map(
      ([reason, units]) => `${idsOf(units)} failed: ${reason}`,
    );
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
 * Runs the units of a plan, so many at once, each when those that it comes after are done: the ones with most work
 * behind them
 * first. When one fails, all go on that do not need it; one that had too little memory beside others is tried again
 * alone, when no other
 * can run.
 *
 * @param done units that need not be run
 * @param reasonOf what the operator is told of an error
 * @throws UnitsFailed at the end, when any failed
 */
export async function runUnits(
  { units }: BuildPlan,
  done: ReadonlySet<string>,
  atOnce: number,
  run: UnitRunner,
  reasonOf: (error: unknown) => string,
): Promise<void> {
  const finished = new Set(done);
  const failed = new Map<string, string>();
  const work = workBehind(units);
  let waiting = units.filter(({ id }) => !finished.has(id)).sort((a, b) => get(work, b.id) - get(work, a.id));
  const running = new Set<Promise<void>>();
  const cramped: Unit[] = [];
  let alone = false;
  const start = (unit: Unit, beside: number) => {
    const failure = (error: unknown) => {
      if (beside > 1 && isOutOfMemory(error)) cramped.push(unit);
      else failed.set(unit.id, reasonOf(error));
    };
    const task: Promise<void> = run(unit, beside)
      .then(() => void finished.add(unit.id), failure)
      .finally(() => running.delete(task));
    running.add(task);
  };
  while (true) {
    if (running.size === 0) alone = false;
    const ready = alone
      ? []
      : waiting.filter(({ after }) => after.every((id) => finished.has(id))).slice(0, atOnce - running.size);
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
  if (failed.size > 0)
    throw new UnitsFailed(
      units.flatMap(({ id }) => {
        const reason = failed.get(id);
        return reason === undefined ? [] : [{ id, reason }];
      }),
      waiting,
    );
}

/** Bytes of text that a unit reads, and those of the longest chain of units that wait for it. */
function workBehind(units: readonly Unit[]): Map<string, number> {
  const work = new Map<string, number>();
  // Units come after those that they need.
  for (const unit of units.toReversed()) {
    const waiting = units.filter(({ after }) => after.includes(unit.id)).map(({ id }) => get(work, id));
    work.set(unit.id, unit.plainBytes + Math.max(0, ...waiting));
  }
  return work;
}

/** What DuckDB says when it has too little memory. */
const OUT_OF_MEMORY = 'Out of Memory Error';

/** Told by another process: its unit had too little memory. */
export class OutOfMemory extends DumpError {}

/** Had what threw this error too little memory? Alone it may have enough. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof OutOfMemory || (error instanceof Error && error.message.includes(OUT_OF_MEMORY));
}

/**
 * What the operator is told of an error that ended a unit: a sentence for what can be mended, the stack trace of a
 * defect of ours.
 *
 * @param folder where units write
 */
export function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  if (isSystemError(error)) return systemSentence(error, folder);
  // As DuckDB says it.
  if (/ENOSPC|no space left on device/i.test(error.message))
    return first.startsWith('the disk is full') ? first : `the disk is full: ${first}`;
  if (isOutOfMemory(error) || first.startsWith('IO Error')) return first;
  if (error instanceof DumpError || error instanceof StoreError) return error.message;
  return error.stack ?? error.message;
}
