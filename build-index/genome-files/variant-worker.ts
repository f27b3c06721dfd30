/** A thread that makes rows of pieces of VCF files; see variation-dump.ts. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../src/caught-error.ts';
import { present } from '../../src/checked.ts';
import { type Failed, type Ready, receiveTask } from '../thread-pool.ts';
import { VariantLines, type VariantPiece, type VariantTask, type VcfPiece } from './variant-lines.ts';

const port = present(parentPort, 'the parent of this thread');
const lines = await VariantLines.open(await receiveTask<VariantTask>(port));

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
