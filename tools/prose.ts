/**
 * Part of `npm run check`: counts habits of writing that make a text hard to read, and checks links, named scripts,
 * placeholders, the length of the README and of sentences in docs. Fails if a count has grown since
 * tools/prose-counts.json was written.
 *
 *   node tools/prose.ts --list     the places of each habit
 *   node tools/prose.ts --write    writes the counts, after they have fallen
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const COUNTS = join(PROJECT, 'tools/prose-counts.json');
const README_LINES = 130;
const SENTENCE_WORDS = 40;

/** Habits with what to write instead. They are counted in Markdown and in comments and strings of TypeScript. */
const HABITS: { name: string; pattern: RegExp; instead: string }[] = [
  { name: 'stands', pattern: /\b(?:stands?|stood)\b(?! for\b)/gi, instead: 'is, contains, is stored' },
  { name: 'tells', pattern: /\b(?:tells?|told)\b/gi, instead: 'says, reports, contains, lists' },
  { name: 'beside', pattern: /\bbesides?\b/gi, instead: 'next to, together with, in addition to' },
  { name: 'rides along', pattern: /\b(?:rides?|rode) along\b/gi, instead: 'is attached' },
  { name: 'anew', pattern: /\banew\b/gi, instead: 'again' },
  { name: 'at hand', pattern: /\bat hand\b/gi, instead: 'in memory, available' },
  { name: 'told apart, held to', pattern: /\b(?:holds?|held) to\b/gi, instead: 'tests, compares with' },
  { name: 'comes of', pattern: /\bcomes? of\b/gi, instead: 'results from' },
  { name: 'for who', pattern: /\b(?:for|to|by|from) whoever?\b/gi, instead: 'name the reader: operators, clients' },
  {
    name: 'headless who or what',
    pattern:
      /(?:^|[.;:!?] +|\* )(?:Who|What|Whoever|Whatever) (?:is|are|an?|the|comes?|wants?|needs?|asks?)\b[^.?\n]*\./gm,
    instead: 'a sentence with a subject',
  },
];

interface Counts {
  [habit: string]: number;
}

const COMMENT_OR_TEXT = new RegExp(
  [/\/\*[\s\S]*?\*\//, /(?<![:'"`])\/\/[^\n]*/, /'(?:[^'\\\n]|\\.)*'/, /`(?:[^`\\]|\\.)*`/, /"(?:[^"\\\n]|\\.)*"/]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Comments and string literals of TypeScript, without code. */
export function proseOfCode(source: string): string {
  const parts = source.match(COMMENT_OR_TEXT) ?? [];
  return parts.filter((part) => part.includes(' ')).join('\n');
}

/** Prose of Markdown, without code blocks, code spans, tables and headings. */
export function proseOfMarkdown(page: string): string {
  return page
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/^(?:\||#|<).*$/gm, '');
}

export function habitsIn(text: string): Counts {
  return Object.fromEntries(HABITS.map(({ name, pattern }) => [name, [...text.matchAll(pattern)].length]));
}

/** Sentences of a page with more than 40 words, shortened. */
export function longSentences(page: string): string[] {
  const sentences = proseOfMarkdown(page).split(/\n\s*\n|\n\s*[-*] |\n\s*\d+\. |(?<=[.!?:])\s+/);
  return sentences
    .filter((each) => each.split(/\s+/).filter((word) => /\w/.test(word)).length > SENTENCE_WORDS)
    .map((each) => `${each.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}…`);
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Messages for relative links of a page whose file or heading does not exist. */
export async function brokenLinks(path: string, page: string): Promise<string[]> {
  const links = [
    ...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, link, attribute]) => link ?? attribute ?? '');
  const broken: string[] = [];
  for (const link of links.filter((each) => !/^[a-z]+:/.test(each))) {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(PROJECT, target))) broken.push(`${path}: ${link} links to a file that does not exist`);
    else if (anchor && !headings(await readFile(join(PROJECT, target), 'utf8')).has(anchor))
      broken.push(`${path}: ${link} links to a heading that does not exist`);
  }
  return broken;
}

function headings(page: string): Set<string> {
  const lines = page.replaceAll(/^```[\s\S]*?^```/gm, '').match(/^#+ .*$/gm) ?? [];
  return new Set(lines.map((line) => anchorOf(line.replace(/^#+ /, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))));
}

/** Commands of npm itself that pages name. */
const NPM_COMMANDS = new Set(['audit', 'ci', 'install', 'pack', 'run', 'test', 'start']);

/** Messages for scripts and commands of npm that a page names and that do not exist. */
export function unknownScripts(path: string, page: string, scripts: ReadonlySet<string>): string[] {
  const run = [...page.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const commands = [...page.matchAll(/(?:`|&& )npm ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  return [
    ...[...new Set(run)]
      .filter((name) => !scripts.has(name))
      .map((name) => `${path}: npm run ${name} is not a script of package.json`),
    ...[...new Set(commands)]
      .filter((name) => !NPM_COMMANDS.has(name))
      .map((name) => `${path}: npm ${name} is not a command of npm; did you mean npm run ${name}?`),
  ];
}

/** Messages for figures and texts that are still to be written. */
export function placeholders(path: string, page: string): string[] {
  const found = page.match(/\b(?:TODO|TBD|FIXME)\b|(?<![`\w])[A-Z]+_(?:TABLE|SECONDS|KIB|MS)\b/g) ?? [];
  return found.map((text) => `${path}: ${text} is a placeholder`);
}

/** Checks all texts and prints the counts. @returns false if a text fails the check */
export async function checkProse(options: readonly string[] = []): Promise<boolean> {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' }).split('\0');
  const files = tracked.filter((path) => existsSync(join(PROJECT, path)));
  const pages = files.filter((path) => path.endsWith('.md'));
  const code = files.filter(
    (path) => /^(?:src|build-index|cli|data|tools|bench|test)\/.*\.ts$/.test(path) && path !== 'tools/prose.ts',
  );
  const scripts = new Set(Object.keys(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')).scripts));
  const counts: Counts = {};
  const places = new Map<string, string[]>();
  const faults: string[] = [];
  const add = (path: string, text: string) => {
    for (const [habit, count] of Object.entries(habitsIn(text))) {
      counts[habit] = (counts[habit] ?? 0) + count;
      if (count > 0) places.set(habit, [...(places.get(habit) ?? []), `${path} (${count})`]);
    }
  };
  let long = 0;
  for (const path of pages) {
    const page = await readFile(join(PROJECT, path), 'utf8');
    if (path !== 'docs/glossary.md') add(path, proseOfMarkdown(page));
    const sentences = path === 'docs/licences.md' ? [] : longSentences(page);
    long += sentences.length;
    if (sentences.length > 0)
      places.set('long sentences', [
        ...(places.get('long sentences') ?? []),
        ...sentences.map((each) => `${path}: ${each}`),
      ]);
    faults.push(
      ...(await brokenLinks(path, page)),
      ...unknownScripts(path, page, scripts),
      ...placeholders(path, page),
    );
  }
  for (const path of code) add(path, proseOfCode(await readFile(join(PROJECT, path), 'utf8')));
  counts['long sentences'] = long;
  const lines = (await readFile(join(PROJECT, 'README.md'), 'utf8')).trimEnd().split('\n').length;
  if (lines > README_LINES) faults.push(`README.md has ${lines} lines; at most ${README_LINES} are allowed`);

  if (options.includes('--write')) await writeFile(COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
  const allowed: Counts = JSON.parse(await readFile(COUNTS, 'utf8').catch(() => '{}'));
  for (const [habit, count] of Object.entries(counts)) {
    const most = allowed[habit] ?? 0;
    console.log(`${habit}: ${count} (at most ${most})`);
    if (count <= most && !options.includes('--list')) continue;
    for (const place of places.get(habit) ?? []) console.log(`  ${place}`);
    const instead = HABITS.find(({ name }) => name === habit)?.instead ?? `at most ${SENTENCE_WORDS} words`;
    if (count > most) faults.push(`${habit}: ${count} places, ${most} are allowed. Write instead: ${instead}`);
  }
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await checkProse(process.argv.slice(2))) ? 0 : 1;
}
