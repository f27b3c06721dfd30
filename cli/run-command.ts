/** Shared by all commands: reports of errors, the reaction to signals, readers of options, subcommands. */
import { InvalidArgumentError, type Command } from 'commander';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { StoreError } from '../src/store/store.ts';
import { OperatorError } from './operator-error.ts';

/** Classes of errors that the operator can fix. */
const OPERATOR_ERRORS = [DumpError, StoreError, OperatorError];

/** Runs the body of a command. Prints an operator's error as one line and sets exit status 1. Rethrows other errors. */
export async function runCommand(name: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const sentence = operatorMessage(error);
    if (sentence === null) throw error;
    console.error(`${name}: ${sentence}`);
    process.exitCode = 1;
  }
}

/** The message of an operator's error, a system error (no such file, no space) or an interruption; null for others. */
function operatorMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'AbortError') return 'interrupted: run the same command again to continue';
  return OPERATOR_ERRORS.some((kind) => error instanceof kind) || 'syscall' in error ? error.message : null;
}

/** A signal that aborts when this process gets its first SIGINT, SIGTERM or SIGHUP. A second one ends the process. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}

/** A reader of an option that is a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}`);
    return number;
  };
}

/** A reader of an option that is a whole number from 1 to `most`. */
export function count(most: number): (text: string) => number {
  return wholeNumber(1, most);
}

/**
 * Adds subcommands to a command that also does something itself. Without the name of a subcommand, `own` runs. The help
 * of the group shows the options of `own`.
 *
 * @param sentenceOf a sentence about a first word that is no subcommand, if there is a better one than that
 */
export function addSubcommands(
  group: Command,
  own: Command,
  subcommands: readonly Command[],
  sentenceOf: (word: string) => string | null = () => null,
): Command {
  group.configureHelp({
    commandUsage: () => `genomic-edge ${group.name()} [command] [options]`,
    visibleOptions: () => [...own.createHelp().visibleOptions(own)],
  });
  group.addCommand(own, { isDefault: true, hidden: true });
  for (const subcommand of subcommands) group.addCommand(subcommand);
  // Without this check, commander reports a mistyped subcommand as missing options of `own`.
  return group.hook('preSubcommand', ({ args: [word = ''] }, command) => {
    if (command !== own || word === '' || word.startsWith('-')) return;
    const names = subcommands.map((each) => each.name()).join(', ');
    group.error(
      `error: ${sentenceOf(word) ?? `unknown command '${word}'; the commands of ${group.name()} are ${names}`}`,
    );
  });
}
