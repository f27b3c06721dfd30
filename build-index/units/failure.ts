import { StoreError } from '../../src/store/store.ts';
import { DumpError } from '../dump/dump-error.ts';

/** What the operator is told of an error that ended a unit: a sentence for what can be mended, the stack trace of a defect of ours. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  // Of the system, or of DuckDB, which says so in its own words.
  if (/ENOSPC|no space left on device/i.test(error.message)) return first.startsWith('the disk is full') ? first : `the disk is full: ${first}`;
  if (/^(Out of Memory|IO) Error/.test(first)) return first;
  if (error instanceof DumpError || error instanceof StoreError || 'syscall' in error) return error.message;
  return error.stack ?? error.message;
}
