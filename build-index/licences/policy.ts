/** Which licences dependencies may have, and which of them may run something while they are installed. */
import type { Dependency } from './dependencies.ts';

/** What may be used and passed on with nothing but a notice. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'PSF-2.0', 'Python-2.0']);

export interface Exception {
  /** Names of packages, or what they begin with, ended by `*`. */
  packages: readonly string[];
  licence: string;
  why: string;
}

/** All others, each with the reason why it may be here. Nothing of them is in what is deployed: src, and the Worker's bundle of it. */
export const EXCEPTIONS: readonly Exception[] = [
  { packages: ['@img/sharp-*'], licence: 'LGPL-3.0-or-later', why: 'libvips, a library of its own that Miniflare loads to simulate Cloudflare Images: neither changed nor used here' },
  { packages: ['@img/sharp-wasm32'], licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', why: 'the same' },
  { packages: ['@img/sharp-win32-*'], licence: 'Apache-2.0 AND LGPL-3.0-or-later', why: 'the same' },
  { packages: ['axe-core', 'lightningcss', 'lightningcss-*'], licence: 'MPL-2.0', why: 'tools of the tests, unchanged: the licence asks for changes to its own files only' },
  { packages: ['@fortawesome/fontawesome-free'], licence: '(CC-BY-4.0 AND OFL-1.1 AND MIT)', why: 'icons and fonts of Genoverse, a client that tests drive' },
  { packages: ['jDataView', 'jdataview', 'jParser'], licence: 'not stated', why: 'parts of Genoverse, which tests drive and nothing else uses' },
];

/** The exception that a package stands under; null for a permissive licence, undefined for one that nobody has looked at. */
export function licenceOf({ name, licence }: Dependency): Exception | null | undefined {
  if (licence !== null && isPermissive(licence)) return null;
  return EXCEPTIONS.find((exception) => exception.licence === (licence ?? 'not stated')
    && exception.packages.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name)));
}

/** An SPDX expression without parentheses within parentheses: one permissive choice of an OR is enough, an AND wants all. */
function isPermissive(expression: string): boolean {
  const choices = expression.replace(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence)));
}

/** Packages that may run a script while they are installed, and what for. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  'core-js': 'prints a message; denied',
  deno: 'puts the program of the platform in place of a script that would look for it at every start',
  esbuild: 'the same',
  node: 'puts the program of the platform in place',
  workerd: 'as deno',
};
