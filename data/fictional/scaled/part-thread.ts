/** A thread that makes the parts that the main thread requests, and reports its progress. */
import { parentPort } from 'node:worker_threads';
import { present } from '../../../src/checked.ts';
import type { Scale } from '../genome/scale.ts';
import { writePart, type Part } from './parts.ts';

export interface PartRequest {
  part: Part;
  scale: Scale;
  seed: number;
  out: string;
}

/** Bytes that the part has written so far; or an error, with the name of the system call that failed. */
export type PartReport = { bytes: number; done: boolean } | { error: string; syscall: string | undefined };

const port = present(parentPort, 'the port of a worker thread');
const send = (report: PartReport): void => port.postMessage(report);

port.on('message', async ({ part, scale, seed, out }: PartRequest) => {
  try {
    let bytes = 0;
    for await (bytes of writePart(part, scale, seed, out)) send({ bytes, done: false });
    send({ bytes, done: true });
  } catch (error) {
    send(reportOf(error));
  }
});

function reportOf(error: unknown): PartReport {
  if (!(error instanceof Error)) return { error: String(error), syscall: undefined };
  if ('syscall' in error && typeof error.syscall === 'string') return { error: error.message, syscall: error.syscall };
  return { error: error.stack ?? error.message, syscall: undefined };
}
