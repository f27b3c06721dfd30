import type { Operation, Parameter } from '../../src/operation/operation.ts';

/** docs/operations.md: every operation of the catalogue with its parameters and formats, by group. */
export function operationsPage(operations: readonly Operation[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    '# Operations', '',
    'All paths stand below `/rest`. Made from the catalogue (`src/catalogue`); `npx vitest run test/docs -u` writes it anew.', '',
    `${operations.length} operations: ${groups.map(([group, list]) => `[${group}](#${anchor(group)}) (${list.length})`).join(', ')}.`,
  ];
  for (const [group, list] of groups) {
    lines.push('', `## ${group}`);
    for (const each of list) lines.push('', `### ${each.method} ${each.path}`, '', ...describe(each));
  }
  return lines.join('\n') + '\n';
}

function describe({ summary, description, parameters, body, formats, example }: Operation): string[] {
  const lines = [[summary, description].filter(Boolean).join(' '), ''];
  if (body) lines.push(`- body \`{"${body.key}": [...]}\`: ${body.summary.replace(/\.?$/, '.')} At most ${body.limit}.`);
  for (const [name, parameter] of Object.entries(parameters)) if (parameter.in === 'query') lines.push(`- \`${name}\`: ${parameter.summary}${facts(parameter)}`);
  lines.push(`- formats: ${formats.join(', ')}`);
  const sent = body?.example ? ` with the body \`${JSON.stringify({ [body.key]: body.example })}\`` : '';
  if (example) lines.push(`- on the demo data: \`${example}\`${sent}`);
  return lines;
}

/** What may be sent, and what counts when nothing is. */
function facts({ kind, values, minimum, maximum, default: byDefault }: Parameter): string {
  const parts: string[] = [];
  if (values) parts.push(values.join(', '));
  else if (kind !== 'text' && kind !== 'list') parts.push(kind === 'flag' ? '0 or 1' : `${kind}${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`);
  if (kind === 'list') parts.push('may be sent several times');
  if (byDefault !== undefined && kind !== 'flag') parts.push(`default ${Array.isArray(byDefault) ? byDefault.join(', ') : String(byDefault)}`);
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
