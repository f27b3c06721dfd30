/** A process of a WorkerPool: runs the units that it is told to, until its parent lets go of it or is gone. */
import { takeDuckdbShare } from '../dump/duckdb-share.ts';
import { BuildFolder } from './build-folder.ts';
import { isOutOfMemory, reasonOf } from './failure.ts';
import { runUnit } from './run-unit.ts';
import type { Plan } from './unit.ts';
import type { FromWorker, ToWorker } from './worker-pool.ts';

let build: Promise<BuildFolder> | undefined;
let plan: Plan | undefined;
let index = '';

process.on('message', (message: ToWorker) => {
  if ('plan' in message) {
    ({ plan, index } = message);
    build = BuildFolder.open(message.index);
    build.catch(() => {});
    return;
  }
  takeDuckdbShare(message.share);
  run(message.unit).then(() => tell({ done: true }), (error) => tell({ failed: reasonOf(error, index), outOfMemory: isOutOfMemory(error) }));
});
process.once('disconnect', () => process.exit());
// Whoever interrupts a build interrupts its parent, which then lets go.
process.on('SIGINT', () => {});

async function run(id: string): Promise<void> {
  const folder = await build!;
  // Everything else that is put down for a while goes there, too, and is found by its process when that has been killed.
  await folder.withTemporaryFiles(() => runUnit(plan!.units.find((unit) => unit.id === id)!, plan!, folder, {
    read: (read) => tell({ read }), waiting: (waiting) => tell({ waiting }),
  }));
}

/** A parent that was killed has nobody to hear it, and may be gone before that is known here. */
function tell(message: FromWorker): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}
