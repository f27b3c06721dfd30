/** A thread that makes one part after the other, as it is told, and tells how far it is. */
import { parentPort } from 'node:worker_threads';
import type { Scale } from '../genome/scale.ts';
import { writePart, type Part } from './parts.ts';

export interface PartOrder {
  part: Part;
  scale: Scale;
  seed: number;
  out: string;
}

/** Bytes of the part so far; or what went wrong, with the system call if it was one. */
export type PartNews = { bytes: number; done: boolean } | { error: string; syscall: string | undefined };

const tell = (news: PartNews): void => parentPort!.postMessage(news);

parentPort!.on('message', async ({ part, scale, seed, out }: PartOrder) => {
  try {
    let bytes = 0;
    for await (bytes of writePart(part, scale, seed, out)) tell({ bytes, done: false });
    tell({ bytes, done: true });
  } catch (error) {
    const { message, stack, syscall } = error as NodeJS.ErrnoException;
    tell({ error: syscall === undefined ? (stack ?? message) : message, syscall });
  }
});
