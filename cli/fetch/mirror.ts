/**
 * A site with the layout of Ensembl's FTP site, `release-<N>/mysql/<database>/`, or of Ensembl Genomes,
 * `release-<N>/<division>/mysql/<database>/`.
 */
import { Parser } from 'htmlparser2';
import { readableDatabases, type ListedDatabase } from './choose-databases.ts';
import { FetchError } from '../operator-error.ts';
import type { Web } from './web.ts';

export const DIVISIONS: readonly string[] = ['bacteria', 'fungi', 'metazoa', 'plants', 'protists', 'pan_ensembl'];

const ENSEMBL = 'https://ftp.ensembl.org/pub';
const ENSEMBL_GENOMES = 'https://ftp.ensemblgenomes.ebi.ac.uk/pub';

export class Mirror {
  /** URL of the folder with the releases; ends with a slash. */
  readonly #site: URL;
  readonly #web: Web;
  readonly release: number;
  readonly #division: string | undefined;

  /** @throws FetchError for an address that is no http: or https: URL */
  constructor(web: Web, release: number, division?: string, site = division ? ENSEMBL_GENOMES : ENSEMBL) {
    const url = URL.canParse(site) ? new URL(site) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new FetchError(
        `--mirror must be the https:// URL of the folder that contains release-${release}, not '${site}'`,
      );
    [this.#site, this.#web, this.release, this.#division] = [
      new URL(url.href.replace(/\/*$/, '/')),
      web,
      release,
      division,
    ];
  }

  /** The release's name for messages. */
  get name(): string {
    return `Release ${this.release}${this.#division ? ` of ${this.#division}` : ''}`;
  }

  /** Path of the databases, on the site and on disk, such as 'release-115/mysql'. */
  get path(): string {
    return `release-${this.release}/${this.#division ? `${this.#division}/` : ''}mysql`;
  }

  /** The databases of the release. @throws FetchError for a missing release; the message lists those that exist */
  async databases(signal?: AbortSignal): Promise<ListedDatabase[]> {
    const listed = await this.#list(this.path, signal);
    if (!listed) throw new FetchError(await this.#withoutRelease(signal));
    const databases = readableDatabases(listed);
    if (databases.length === 0)
      throw new FetchError(`${this.#url(this.path)} lists no databases of Ensembl: check --mirror and --release`);
    return databases;
  }

  /** URL of a file of a database. */
  file(database: string, name: string): URL {
    return new URL(encodeURIComponent(name), this.#url(`${this.path}/${encodeURIComponent(database)}`));
  }

  /** Names of the files in a database's listing. */
  async files(database: string, signal?: AbortSignal): Promise<string[]> {
    return (await this.#list(`${this.path}/${encodeURIComponent(database)}`, signal)) ?? [];
  }

  async #withoutRelease(signal?: AbortSignal): Promise<string> {
    const divisions = ((await this.#list(`release-${this.release}`, signal)) ?? []).filter((name) =>
      DIVISIONS.includes(name),
    );
    if (divisions.length > 0)
      return (
        `${this.#url(this.path)} does not exist, but the release has divisions: ` +
        `add --division, one of ${divisions.join(', ')}`
      );
    const releases = ((await this.#list('', signal)) ?? [])
      .flatMap((name) => /^release-(\d+)$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
    if (releases.length === 0)
      return (
        `${this.#url(this.path)} does not exist, and ${this.#site} lists no releases: ` +
        `--mirror must be the folder that contains release-${this.release}`
      );
    return `${this.#site} has no databases of release ${this.release}; it has release ${ranges(releases)}`;
  }

  /** Names in a folder's listing. Null if the folder does not exist. */
  async #list(path: string, signal?: AbortSignal): Promise<string[] | null> {
    const page = await this.#web.text(this.#url(path), signal);
    return page && listedNames(page.text, page.url);
  }

  #url(path: string): URL {
    return new URL(path === '' ? '' : `${path}/`, this.#site);
  }
}

/** Ascending numbers in words, such as '98, 110 to 115'. */
function ranges(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}

/**
 * Names of the files and folders in a web server's listing of a folder, in its order. Names of folders lose their
 * slash. Skips links that lead out of the folder.
 *
 * @param folder URL of the page; ends with a slash
 */
export function listedNames(html: string, folder: URL): string[] {
  const names = new Set<string>();
  const parser = new Parser({
    onopentag(tag, { href }) {
      if (tag !== 'a' || href === undefined || !URL.canParse(href, folder)) return;
      const { origin, pathname } = new URL(href, folder);
      if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) return;
      const name = decoded(pathname.slice(folder.pathname.length).replace(/\/$/, ''));
      if (name !== '' && !name.includes('/')) names.add(name);
    },
  });
  parser.end(html);
  return [...names];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
