import { StoreError } from '../../src/store/store.ts';
import { DumpError } from '../dump/dump-error.ts';
import { isSystemError, systemSentence } from '../system-error.ts';

/** What DuckDB says when it has too little memory. */
const OUT_OF_MEMORY = 'Out of Memory Error';

/** Told by another process: its unit had too little memory. */
export class OutOfMemory extends DumpError {}

/** Had what threw this error too little memory? Alone it may have enough. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof OutOfMemory || (error instanceof Error && error.message.includes(OUT_OF_MEMORY));
}

/**
 * What the operator is told of an error that ended a unit: a sentence for what can be mended, the stack trace of a defect of ours.
 *
 * @param folder where units write
 */
export function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  if (isSystemError(error)) return systemSentence(error, folder);
  // As DuckDB says it.
  if (/ENOSPC|no space left on device/i.test(error.message)) return first.startsWith('the disk is full') ? first : `the disk is full: ${first}`;
  if (isOutOfMemory(error) || first.startsWith('IO Error')) return first;
  if (error instanceof DumpError || error instanceof StoreError) return error.message;
  return error.stack ?? error.message;
}
