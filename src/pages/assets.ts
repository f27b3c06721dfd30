/**
 * Static files of the pages: the style sheet, an icon, and the scripts of src/pages/client, which `npm run generate`
 * bundles into src/pages/assets. The program contains them as texts, since together they are small: every runtime
 * serves them alike and needs no files.
 */
import { fingerprint } from '../http/entity-tag.ts';
import { BROWSE_JS } from './assets/browse-module.ts';
import { SEARCH_JS } from './assets/search-module.ts';
import { SORT_JS } from './assets/sort-module.ts';
import { TRY_REQUEST_JS } from './assets/try-request-module.ts';
import { VEP_JS } from './assets/vep-module.ts';
import { BROWSER_STYLE } from './styles/browser-style.ts';
import { DRAWING_STYLE } from './styles/drawing-style.ts';
import { EFFECTS_STYLE } from './styles/effects-style.ts';
import { FORM_STYLE } from './styles/form-style.ts';
import { GENOME_STYLE } from './styles/genome-style.ts';
import { SITE_STYLE } from './styles/site-style.ts';
import { TABLE_STYLE } from './styles/table-style.ts';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0a5aa8"/>
<path d="M10 5c0 11 12 11 12 22M22 5c0 11-12 11-12 22" fill="none" stroke="#fff" stroke-width="2.6"/>
<path d="M11 8h10M13 12h6M13 20h6M11 24h10" stroke="#9fd0ff" stroke-width="2"/>
</svg>
`;

const TEXTS = {
  'icon.svg': ICON,
  'site.css': SITE_STYLE + FORM_STYLE + DRAWING_STYLE + EFFECTS_STYLE + GENOME_STYLE + TABLE_STYLE + BROWSER_STYLE,
  'browse.js': BROWSE_JS,
  'search.js': SEARCH_JS,
  'sort.js': SORT_JS,
  'try-request.js': TRY_REQUEST_JS,
  'vep.js': VEP_JS,
} as const satisfies Record<`${string}.${keyof typeof TYPES}`, string>;

type AssetName = keyof typeof TEXTS;

/** A script that a page may load. */
export type ScriptName = Extract<AssetName, `${string}.js`>;

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

export interface Asset {
  type: string;
  text: string;
  /** Whether the address names this version of the file, so that its answer never changes. */
  immutable: boolean;
}

/** Fingerprints of the files that pages have named so far. */
const fingerprints = new Map<AssetName, string>();

function fingerprintOf(name: AssetName): string {
  let known = fingerprints.get(name);
  if (known === undefined) fingerprints.set(name, (known = fingerprint(TEXTS[name])));
  return known;
}

/** Path of a file. It contains a fingerprint of the content, so that browsers may keep the file forever. */
export function assetPath(base: string, name: AssetName): string {
  return `${base}/assets/${name.replace('.', `-${fingerprintOf(name)}.`)}`;
}

/**
 * The file of some path segments below the base path; null if there is none. A page that a cache has kept may name an
 * older version: it gets the present one.
 */
export function findAsset([folder, file = '', ...rest]: readonly string[]): Asset | null {
  if (folder !== 'assets' || rest.length > 0) return null;
  const [, stem, version, extension] = /^([a-z-]+?)(?:-([0-9a-z]{8,14}))?\.([a-z]+)$/.exec(file) ?? [];
  const name = `${stem}.${extension}`;
  if (!isAssetName(name)) return null;
  return { type: TYPES[kindOf(name)], text: TEXTS[name], immutable: version === fingerprintOf(name) };
}

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(TEXTS, name);
}

function kindOf(name: AssetName): keyof typeof TYPES {
  if (name.endsWith('.css')) return 'css';
  return name.endsWith('.js') ? 'js' : 'svg';
}
