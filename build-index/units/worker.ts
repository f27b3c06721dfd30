/** A process of a WorkerPool. It runs the units that its parent sends, until the parent disconnects or ends. */
import { present } from '../../src/checked.ts';
import { takeDuckdbShare, takeThreads } from '../dump/duckdb-share.ts';
import { BuildFolder } from './build-folder.ts';
import { isOutOfMemory, reasonOf } from './schedule.ts';
import { runUnit } from './run-unit.ts';
import type { BuildPlan } from './unit.ts';
import type { FromWorker, ToWorker } from './worker-pool.ts';

/** The build, from the parent's first message. */
let build: { plan: BuildPlan; index: string; folder: Promise<BuildFolder> } | undefined;

process.on('message', (message: ToWorker) => {
  if ('plan' in message) {
    build = { ...message, folder: BuildFolder.open(message.index) };
    build.folder.catch(() => {});
    return;
  }
  if (!('unit' in message)) {
    takeThreads(message.threads);
    return;
  }
  takeDuckdbShare(message.share);
  run(message.unit).then(
    () => send({ done: true }),
    (error) => send({ failed: reasonOf(error, build?.index ?? ''), outOfMemory: isOutOfMemory(error) }),
  );
});
process.once('disconnect', () => process.exit());
// An interrupt from the terminal also reaches the parent, which then disconnects.
process.on('SIGINT', () => {});

async function run(id: string): Promise<void> {
  const { plan, folder: opening } = present(build, 'the plan of the build');
  const unit = present(
    plan.units.find((each) => each.id === id),
    `the unit ${id}`,
  );
  const folder = await opening;
  // Temporary files also go to the build folder, so that a later build removes those of a killed process.
  await folder.withTemporaryFiles(() => runUnit(unit, plan, folder, (read) => send({ read })));
}

/** Sends a message to the parent. Ignores failures, since the parent may have been killed. */
function send(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
