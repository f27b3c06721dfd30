import type { Command, Option } from 'commander';
import { closest, distance } from 'fastest-levenshtein';

/**
 * Makes a command and its subcommands report an unknown option before a missing required one. A mistyped required
 * option is both, and commander on its own reports it as missing. The report names the nearest valid option.
 */
export function checkUnknownOptionsFirst(command: Command): Command {
  for (const subcommand of command.commands) checkUnknownOptionsFirst(subcommand);
  const required = command.options.filter(({ mandatory }) => mandatory);
  // Of equally near options the first is suggested.
  const suggested = [...required, ...command.options];
  command.configureOutput({ outputError: (text, write) => write(withSuggestion(text, suggested)) });
  // Commander checks mandatory options before unknown ones, and runs this hook after both checks.
  for (const option of required) option.makeOptionMandatory(false);
  return command.hook('preAction', (_, actionCommand) => {
    if (actionCommand !== command) return;
    const missing = required.filter((option) => command.getOptionValue(option.attributeName()) === undefined);
    if (missing.length === 0) return;
    const names = missing.map(({ flags }) => `'${flags}'`).join(', ');
    command.error(`error: required option${missing.length > 1 ? 's' : ''} ${names} not specified; see --help`);
  });
}

/** More edits than this make another word. */
const MOST_EDITS = 3;

/** Commander suggests no option for a mistyped one in the form `--option=value`. */
function withSuggestion(text: string, options: readonly Option[]): string {
  const [, mistyped] = /^error: unknown option '(--[\w-]+)=.*'\n$/.exec(text) ?? [];
  if (mistyped === undefined) return text;
  const nearest = closest(
    mistyped,
    options.flatMap(({ long }) => long ?? []),
  );
  return distance(mistyped, nearest) > MOST_EDITS ? text : `${text}(Did you mean ${nearest}?)\n`;
}
