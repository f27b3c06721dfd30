import type { NotOffered } from '../src/catalogue/not-offered.ts';
import type { ShownOperation } from '../src/operation/example.ts';
import type { Parameter } from '../src/operation/operation.ts';
import { exampleBody, parameterFacts } from '../src/pages/operation-page.ts';
import { anchor, byGroup } from '../src/pages/overview.ts';

/**
 * docs/operations.md: every operation of the catalogue with its parameters and formats, by group; then what Ensembl has
 * beside these.
 */
export function operationsPage(operations: readonly ShownOperation[], notOffered: readonly NotOffered[]): string {
  const groups = byGroup(operations);
  const contents = groups.map(([group, list]) => `[${group}](#${anchor(group)}) (${list.length})`).join(', ');
  const lines = [
    '# Operations',
    '',
    'All paths stand below `/rest`. Generated from the catalogue (`src/catalogue`) by `npm run generate`.',
    '',
    `${operations.length} operations: ${contents}.`,
    "Others of Ensembl's are [not offered](#not-offered).",
    '',
    'A part of a path that begins with a colon is a parameter; one that is optional may be left out, or be sent as ' +
      'any other parameter. A switch is off when',
    'it is `0` or empty and on for any other text, `false` too. Where values are listed, any other is refused with a ' +
      'sentence, unless it is said what it means.',
    'Every operation also takes `release` (a release of the server, the current one when left out),',
    '`content-type` (a format) and, with JSONP, `callback`.',
    '',
    'A request that would take too much computing is refused with a 400 that says how to ask for less: see ' +
      '[deploy.md](deploy.md#memory-and-cpu-limits).',
  ];
  for (const [group, list] of groups) {
    lines.push('', `## ${group}`);
    for (const each of list) lines.push('', `### ${each.method} ${each.path}`, '', ...describe(each));
  }
  lines.push(
    '',
    '## Not offered',
    '',
    'Answered with 400 and a sentence that says so. Anything else that has no operation is a page not found (404).',
    '',
  );
  for (const [group, list] of Map.groupBy(notOffered, ({ group }) => group)) {
    lines.push(
      `- ${group}: ${list.map(({ method, path }) => `${method} \`${path}\``).join(', ')}. Please ${list[0]!.instead}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function describe(operation: ShownOperation): string[] {
  const { summary, description, parameters, body, longestSlice, formats, example, aliases } = operation;
  const lines = [[summary, description].filter(Boolean).join(' '), ''];
  if (body)
    lines.push(`- body \`{"${body.key}": [...]}\`: ${body.summary.replace(/\.?$/, '.')} At most ${body.limit}.`);
  for (const [name, { in: where, summary: what, required }] of Object.entries(parameters))
    if (where === 'path') lines.push(`- \`:${name}\`${required ? '' : ', optional'}: ${what}`);
  if (aliases) lines.push(`- also at: ${aliases.map((path) => `\`${path}\``).join(', ')}`);
  for (const [name, parameter] of Object.entries(parameters))
    if (parameter.in === 'query') lines.push(`- \`${name}\`: ${parameter.summary}${facts(parameter)}`);
  if (longestSlice !== undefined) lines.push(`- longest slice: ${longestSlice.toLocaleString('en')} bases`);
  lines.push(`- formats: ${formats.join(', ')}`);
  const sent = body?.example ? ` with the body \`${exampleBody(operation)}\`` : '';
  if (example) lines.push(`- on the demo data: \`${example}\`${sent}`);
  return lines;
}

function facts(parameter: Parameter): string {
  const parts = parameterFacts(parameter);
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}
