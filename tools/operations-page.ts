import { at } from '../src/checked.ts';
import type { NotOffered } from '../src/catalogue/not-offered.ts';
import type { ShownOperation } from '../src/operation/example.ts';
import type { Body, Parameter } from '../src/operation/operation.ts';
import { exampleBody, parameterFacts } from '../src/pages/operation-page.ts';
import { anchor, byGroup } from '../src/pages/overview.ts';

/**
 * Generates docs/operations.md: all operations of the catalogue by group, then those of Ensembl that are not offered.
 */
export function operationsPage(operations: readonly ShownOperation[], notOffered: readonly NotOffered[]): string {
  const groups = byGroup(operations);
  const contents = groups.map(([group, list]) => `[${group}](#${anchor(group)}) (${list.length})`).join(', ');
  const lines = [
    '# Operations',
    '',
    'All paths begin with `/rest`, and also work without it. `npm run generate` writes this page from the catalogue',
    '(`src/catalogue`).',
    '',
    `${operations.length} operations: ${contents}.`,
    'Some operations of Ensembl are [not offered](#not-offered).',
    '',
    'A part of a path that begins with a colon is a parameter. An optional one can be left out, or sent in the query.',
    'A flag is off if it is `0` or empty, and on for any other text, including `false` and `False`: send `0`, or ' +
      'leave it',
    'out. Without quotes in the JSON body of a POST, `true` and `false` turn it on and off.',
    'If a parameter lists its values, any other value returns 400, unless the list says what it means.',
    'Every operation also takes `release` (a release of the server; default: the current one),',
    '`content-type` (a format) and, with JSONP, `callback`.',
    '',
    'A request that needs too much computing returns 400 with a text that says how to ask for less: see ' +
      '[deploy.md](deploy.md#memory-and-cpu-limits).',
  ];
  for (const [group, list] of groups) {
    lines.push('', `## ${group}`);
    for (const each of list) lines.push('', `### ${each.method} ${each.path}`, '', ...describe(each));
  }
  lines.push('', '## Not offered', '', 'These return 400 with an explanation. All other unknown paths return 404.', '');
  for (const [group, list] of Map.groupBy(notOffered, ({ group }) => group)) {
    const paths = list.map(({ method, path }) => `${method} \`${path}\``).join(', ');
    lines.push(`- ${group}: ${paths}. Please ${at(list, 0).instead}.`);
  }
  return `${lines.join('\n')}\n`;
}

function bodyKinds({ key, streamed = [] }: Body): string[] {
  return [...streamed.map((type) => `\`${type}\``), `\`{"${key}": [...]}\``];
}

function describe(operation: ShownOperation): string[] {
  const { summary, description, parameters, body, longestSlice, formats, example, aliases } = operation;
  const lines = [[summary, description].filter(Boolean).join(' '), ''];
  if (body)
    lines.push(
      `- body ${bodyKinds(body).join(' or ')}: ${body.summary.replace(/\.?$/, '.')} ` +
        (Number.isFinite(body.limit) ? `At most ${body.limit}.` : 'Any number.'),
    );
  for (const [name, { in: where, summary: what, required }] of Object.entries(parameters))
    if (where === 'path') lines.push(`- \`:${name}\`${required ? '' : ', optional'}: ${what}`);
  if (aliases) lines.push(`- also at: ${aliases.map((path) => `\`${path}\``).join(', ')}`);
  const inQuery = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'query');
  // Parameters with the same text share a line.
  const described = Map.groupBy(inQuery, ([, parameter]) => `${parameter.summary}${facts(parameter)}`);
  for (const [text, same] of described) lines.push(`- ${same.map(([name]) => `\`${name}\``).join(', ')}: ${text}`);
  for (const [name, parameter] of Object.entries(parameters))
    if (parameter.in === 'header') lines.push(`- header \`${name}\`: ${parameter.summary}`);
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
