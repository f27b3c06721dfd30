import { get } from '../../src/checked.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { BuildPlan, Unit } from './unit.ts';
import { StoreError } from '../../src/store/store.ts';
import { isSystemError, systemSentence } from '../system-error.ts';

/** A unit that failed, and why. */
interface FailedUnit {
  id: string;
  reason: string;
}

/**
 * One or more units of a build failed. The message has one line per reason, since several units may fail because of the
 * same row. Finished units are kept.
 */
class UnitsFailed extends DumpError {
  constructor(failed: readonly FailedUnit[], left: readonly Unit[]) {
    const lines = [...Map.groupBy(failed, ({ reason }) => reason)].map(
      ([reason, units]) => `${idsOf(units)} failed: ${reason}`,
    );
    if (left.length > 0) lines.push(`${idsOf(left)} did not start: units that they need have failed`);
    super(lines.join('\n'));
  }
}

function idsOf(units: readonly { id: string }[]): string {
  return units.map(({ id }) => id).join(', ');
}

/** Runs a unit. @param running number of units that run at the same time, including this one */
export type UnitRunner = (unit: Unit, running: number) => Promise<void>;

/**
 * Runs the units of a plan, `atOnce` at a time, each after the units that it needs. Units with the longest chain of
 * work behind them start first. After a failure, all units that do not need the failed one still run. A unit that ran
 * out of memory next to others runs again alone at the end.
 *
 * @param done ids of units that are finished already
 * @param reasonOf returns the operator's message for an error
 * @throws UnitsFailed at the end, if any unit failed
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
  const tasks = new Set<Promise<void>>();
  /** Units that ran out of memory next to others. */
  const toRetryAlone: Unit[] = [];
  let alone = false;
  const start = (unit: Unit, running: number) => {
    const failure = (error: unknown) => {
      if (running > 1 && isOutOfMemory(error)) toRetryAlone.push(unit);
      else failed.set(unit.id, reasonOf(error));
    };
    const task: Promise<void> = run(unit, running)
      .then(() => void finished.add(unit.id), failure)
      .finally(() => tasks.delete(task));
    tasks.add(task);
  };
  while (true) {
    if (tasks.size === 0) alone = false;
    const ready = alone
      ? []
      : waiting.filter(({ after }) => after.every((id) => finished.has(id))).slice(0, atOnce - tasks.size);
    waiting = waiting.filter((unit) => !ready.includes(unit));
    // Waiting units will start while these still run, so they count too.
    const running = Math.min(atOnce, tasks.size + ready.length + waiting.length);
    for (const unit of ready) start(unit, running);
    if (tasks.size === 0) {
      const unit = toRetryAlone.shift();
      if (!unit) break;
      start(unit, 1);
      alone = true;
    }
    await Promise.race(tasks);
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

/** By unit: the bytes of text that it and the longest chain of units after it read. */
function workBehind(units: readonly Unit[]): Map<string, number> {
  const work = new Map<string, number>();
  // In a plan, units come after the units that they need.
  for (const unit of units.toReversed()) {
    const waiting = units.filter(({ after }) => after.includes(unit.id)).map(({ id }) => get(work, id));
    work.set(unit.id, unit.plainBytes + Math.max(0, ...waiting));
  }
  return work;
}

/** The beginning of DuckDB's error. */
const OUT_OF_MEMORY = 'Out of Memory Error';

/** A unit ran out of memory in another process. */
export class OutOfMemory extends DumpError {}

/** Was the cause of this error a lack of memory? */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof OutOfMemory || (error instanceof Error && error.message.includes(OUT_OF_MEMORY));
}

/**
 * The operator's message for the error of a unit: one sentence for a fault that the operator can fix, else a stack
 * trace.
 *
 * @param folder index folder that units write to
 */
export function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  if (isSystemError(error)) return systemSentence(error, folder);
  // DuckDB's errors of a full disk.
  if (/ENOSPC|no space left on device/i.test(error.message))
    return first.startsWith('the disk is full') ? first : `the disk is full: ${first}`;
  if (isOutOfMemory(error) || first.startsWith('IO Error')) return first;
  if (error instanceof DumpError || error instanceof StoreError) return error.message;
  return error.stack ?? error.message;
}
