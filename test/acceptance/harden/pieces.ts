/** The pieces of `npm run harden`, with the size of their short runs. */
import { cp } from 'node:fs/promises';
import type { Runtime } from '../../../cli/serve/serve-index.ts';
import type { Figure, HardenOptions } from './figure.ts';

/** Further options of the command. */
interface PieceOptions extends HardenOptions {
  short?: boolean;
  runtime?: Runtime;
  /** Processes of the service under load. */
  processes?: number;
  /** Number of a single request of the fuzzer, or a single case of files. */
  request?: number;
}

type Piece = (options: PieceOptions) => Promise<Figure[]>;

const RUNTIMES: readonly Runtime[] = ['deno', 'workerd'];

// Each piece is loaded when it runs.
export const PIECES = {
  async fuzz({ short, runtime, request, count = short ? 5_000 : 200_000, ...options }) {
    const { fuzz } = await import('./fuzz.ts');
    const figures: Figure[] = [];
    for (const each of runtime ? [runtime] : RUNTIMES)
      figures.push(...(await fuzz({ ...options, count, runtime: each, only: request })));
    return figures;
  },
  async uploads({ short, runtime, ...options }) {
    const { uploads } = await import('./uploads.ts');
    const figures: Figure[] = [];
    for (const each of runtime ? [runtime] : RUNTIMES)
      figures.push(...(await uploads({ ...options, runtime: each, lasts: short ? 3_000 : undefined })));
    return figures;
  },
  async corruption({ short, count = short ? 200 : undefined, ...options }) {
    const { corruption } = await import('./corruption.ts');
    return corruption({ ...options, count });
  },
  async faults({ short, count = short ? 600 : undefined, ...options }) {
    const { faults } = await import('./faults.ts');
    return faults({ ...options, count });
  },
  async 'worker-faults'({ short, count = short ? 400 : undefined, ...options }) {
    const { workerFaults } = await import('./worker-faults.ts');
    return workerFaults({ ...options, count });
  },
  async load({ short, minutes = short ? 0.4 : 30, processes, index, ...options }) {
    const { load } = await import('./load.ts');
    const figures: Figure[] = [];
    for (const each of processes === undefined ? [1, 2] : [processes]) {
      // Each run publishes into an index of its own.
      const own = `${index}-${each}`;
      await cp(index, own, { recursive: true });
      figures.push(
        ...(await load({ ...options, index: own, processes: each, minutes, tried: short ? 20 : undefined })),
      );
    }
    return figures;
  },
  async differential({ short, count = short ? 100 : undefined, ...options }) {
    const { differential } = await import('./differential.ts');
    return differential({ ...options, count });
  },
  async files({ short, request, count = short ? 200 : undefined, ...options }) {
    const { files } = await import('./files.ts');
    return files({ ...options, count, only: request });
  },
  async kills({ short, count = short ? 10 : undefined, ...options }) {
    const { kills } = await import('./kills.ts');
    return kills({ ...options, count });
  },
  async 'full-disk'({ short, count = short ? 4 : undefined, ...options }) {
    const { canMount, fullDisk } = await import('./full-disk.ts');
    if (!canMount()) {
      options.log('full-disk: left out, since this user may not mount disks');
      return [];
    }
    return fullDisk({ ...options, count });
  },
  // The last piece, since it changes how workerd runs for the rest of the process.
  async memory({ short, count = short ? 60 : undefined, ...options }) {
    const { memory } = await import('./memory.ts');
    return memory({ ...options, count });
  },
} satisfies Record<string, Piece>;

export type PieceName = keyof typeof PIECES;
