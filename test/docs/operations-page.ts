import type { Operation } from '../../src/operation/operation.ts';

/** docs/operations.md: every operation of the catalogue with its parameters and formats, by group. */
export function operationsPage(operations: readonly Operation[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    '# Operations', '',
    'All paths stand below `/rest`. Made from the catalogue (`src/catalogue`); `npx vitest run test/docs -u` writes it anew.', '',
    `${operations.length} operations: ${groups.map(([group, list]) => `[${group}](#${anchor(group)}) (${list.length})`).join(', ')}.`,
  ];
  for (const [group, list] of groups) {
    lines.push('', `## ${group}`, '', '| operation | what it answers | parameters | formats |', '| --- | --- | --- | --- |');
    for (const each of list) lines.push(`| ${each.method} ${each.path} | ${each.summary} | ${parameters(each)} | ${each.formats.join(', ')} |`);
  }
  return lines.join('\n') + '\n';
}

function parameters({ parameters, body }: Operation): string {
  const inQuery = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'query').map(([name]) => `\`${name}\``);
  return [...(body ? [`body \`${body.key}\` (at most ${body.limit})`] : []), ...inQuery].join(', ');
}

function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
