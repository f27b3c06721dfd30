import { InvalidArgumentError } from 'commander';
import { DumpError } from './dump/dump-error.ts';
import { FetchError } from './fetch/fetch-error.ts';
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
    const sentence = forOperator(error);
    if (sentence === null) throw error;
    console.error(`${name}: ${sentence}`);
    process.exitCode = 1;
  }
}

const FOR_OPERATOR = [DumpError, StoreError, ServeError, PublishError, FetchError];

/** What errors of ours for the operator say, those of the system (no such file, no space, no permission), and an interruption; null for others. */
function forOperator(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'AbortError') return 'interrupted: give the same command again to go on where it stopped';
  return FOR_OPERATOR.some((kind) => error instanceof kind) || 'syscall' in error ? error.message : null;
}

/** Aborted by the first signal to this process, so that what is begun can be put in order; a second one ends it at once. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}

/** Reads an option that is a whole number from 1. */
export function count(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) throw new InvalidArgumentError(`it must be a whole number from 1 to ${most}`);
    return number;
  };
}
