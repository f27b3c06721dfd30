import { lockedDependencies, type Dependency } from './dependencies.ts';
import { EXCEPTIONS, INSTALL_SCRIPTS, licenceOf } from './policy.ts';

/** docs/licences.md: every package of the lockfile under its licence. */
export async function licencesPage(): Promise<string> {
  const dependencies = await lockedDependencies();
  const needed = dependencies.filter(({ development }) => !development);
  return `# Licences of dependencies

Written by \`npm run build-licences\` from \`package-lock.json\`; \`test/licences\` fails when a package appears whose licence nobody has looked at.
genomic-edge itself is Apache-2.0. What is deployed holds only what \`src\` imports: hono, chanfana's document as JSON, js-yaml and others of the first list, all permissive.

## Not permissive, and why they are here

| packages | licence | why |
| --- | --- | --- |
${EXCEPTIONS.map(({ packages, licence, why }) => `| ${packages.join(', ')} | ${licence} | ${why} |`).join('\n')}

## Scripts while installing

| package | |
| --- | --- |
${Object.entries(INSTALL_SCRIPTS).map(([name, why]) => `| ${name} | ${why} |`).join('\n')}

## Needed to build and to serve

${listed(needed)}

## Needed by tests and maintainers only

${listed(dependencies.filter(({ development }) => development))}
`;
}

function listed(dependencies: readonly Dependency[]): string {
  const byLicence = Map.groupBy(dependencies, ({ licence }) => licence ?? 'not stated');
  return [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, some]) => `**${licence}**: ${some.map(({ name, version }) => `${name} ${version}`).join(', ')}`).join('\n\n');
}

/** Packages that no rule of the policy covers. */
export async function uncovered(): Promise<string[]> {
  return (await lockedDependencies()).filter((each) => licenceOf(each) === undefined).map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'not stated'}`);
}
