/** A process of a WorkerPool: runs the units that it is told to, until its parent lets go of it or is gone. */
import { present } from '../../src/checked.ts';
import { takeDuckdbShare } from '../dump/duckdb-share.ts';
import { BuildFolder } from './build-folder.ts';
import { isOutOfMemory, reasonOf } from './schedule.ts';
import { runUnit } from './run-unit.ts';
import type { BuildPlan } from './unit.ts';
import type { FromWorker, ToWorker } from './worker-pool.ts';

/** What the parent sends first. */
let build: { plan: BuildPlan; index: string; folder: Promise<BuildFolder> } | undefined;

process.on('message', (message: ToWorker) => {
  if ('plan' in message) {
    build = { ...message, folder: BuildFolder.open(message.index) };
    build.folder.catch(() => {});
    return;
  }
  takeDuckdbShare(message.share);
  run(message.unit).then(
    () => tell({ done: true }),
    (error) => tell({ failed: reasonOf(error, build?.index ?? ''), outOfMemory: isOutOfMemory(error) }),
  );
});
process.once('disconnect', () => process.exit());
// Whoever interrupts a build interrupts its parent, which then lets go.
process.on('SIGINT', () => {});

async function run(id: string): Promise<void> {
  const { plan, folder: opening } = present(build, 'the plan of the build');
  const unit = present(
    plan.units.find((each) => each.id === id),
    `the unit ${id}`,
  );
  const folder = await opening;
  // Everything else that is put down for a while goes there, too, and is found by its process when that has been
  // killed.
  await folder.withTemporaryFiles(() => runUnit(unit, plan, folder, (read) => tell({ read })));
}

/** A parent that was killed has nobody to hear it, and may be gone before that is known here. */
function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
