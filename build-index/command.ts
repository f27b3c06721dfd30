import { DumpError } from './dump/dump-error.ts';
import { PublishError } from './publish/publish-error.ts';
import { ServeError } from './serve/served-index.ts';
import { StoreError } from '../src/store/store.ts';

/**
 * Runs the body of a command. What the operator can mend (a dump, a folder, a port) is told in one line and ends with
 * exit status 1; a defect of ours keeps its stack trace.
 */
export async function runCommand(name: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (!isForOperator(error)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Errors of ours for the operator, and those of the system (no such file, no space, no permission). */
function isForOperator(error: unknown): error is Error {
  return error instanceof DumpError || error instanceof StoreError || error instanceof ServeError || error instanceof PublishError || (error instanceof Error && 'syscall' in error);
}
