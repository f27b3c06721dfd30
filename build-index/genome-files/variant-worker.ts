/** A thread that makes rows of pieces of VCF files; see variation-dump.ts. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../src/caught-error.ts';
import { present } from '../../src/checked.ts';
import type { Failed, Ready } from '../thread-pool.ts';
import { VariantLines, type VariantPiece, type VariantTask, type VcfPiece } from './variant-lines.ts';

const port = present(parentPort, 'the parent of this thread');
const [task]: VariantTask[] = await once(port, 'message');
const lines = await VariantLines.open(present(task, 'the task'));

port.on('message', (piece: VcfPiece) => {
  lines.rows(piece).then(
    (rows) => {
      const { bytes, variations, features, effects, keys } = rows;
      const moved = [bytes.buffer, variations.buffer, features.buffer, effects.buffer, keys.buffer];
      port.postMessage(rows satisfies VariantPiece, moved);
    },
    (error: unknown) => port.postMessage({ number: piece.number, failed: messageOf(error) } satisfies Failed),
  );
});
port.postMessage({ ready: true } satisfies Ready);
