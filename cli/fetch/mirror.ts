/**
 * A site that is laid out like Ensembl's: `release-<N>/mysql/<database>/`, or, by divisions as that of Ensembl Genomes,
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
  /** Where releases stand; ends with a slash. */
  readonly #site: URL;
  readonly #web: Web;
  readonly release: number;
  readonly #division: string | undefined;

  /** @throws FetchError for an address that is none of the web */
  constructor(web: Web, release: number, division?: string, site = division ? ENSEMBL_GENOMES : ENSEMBL) {
    const url = URL.canParse(site) ? new URL(site) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new FetchError(`A mirror is the https:// address of a folder that holds release-${release}, not '${site}'`);
    [this.#site, this.#web, this.release, this.#division] = [
      new URL(url.href.replace(/\/*$/, '/')),
      web,
      release,
      division,
    ];
  }

  /** In words, for sentences. */
  get name(): string {
    return `Release ${this.release}${this.#division ? ` of ${this.#division}` : ''}`;
  }

  /** Where the databases stand, on the site as on the disk: 'release-115/mysql'. */
  get path(): string {
    return `release-${this.release}/${this.#division ? `${this.#division}/` : ''}mysql`;
  }

  /** @throws FetchError for a release that is not there, with those that are */
  async databases(signal?: AbortSignal): Promise<ListedDatabase[]> {
    const listed = await this.#list(this.path, signal);
    if (!listed) throw new FetchError(await this.#withoutRelease(signal));
    const databases = readableDatabases(listed);
    if (databases.length === 0) throw new FetchError(`${this.#url(this.path)} lists no databases`);
    return databases;
  }

  /** Address of a file of a database. */
  file(database: string, name: string): URL {
    return new URL(encodeURIComponent(name), this.#url(`${this.path}/${encodeURIComponent(database)}`));
  }

  /** Names of the files of a database, as its page lists them. */
  async files(database: string, signal?: AbortSignal): Promise<string[]> {
    return (await this.#list(`${this.path}/${encodeURIComponent(database)}`, signal)) ?? [];
  }

  async #withoutRelease(signal?: AbortSignal): Promise<string> {
    const divisions = ((await this.#list(`release-${this.release}`, signal)) ?? []).filter((name) =>
      DIVISIONS.includes(name),
    );
    if (divisions.length > 0)
      return `${this.#url(this.path)} is not there, but the release has --division ${divisions.join(', ')}`;
    const releases = ((await this.#list('', signal)) ?? [])
      .flatMap((name) => /^release-(\d+)$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
    if (releases.length === 0)
      return (
        `${this.#url(this.path)} is not there, and ${this.#site} lists no releases: ` +
        `--mirror names the folder that holds release-${this.release}`
      );
    return `${this.#site} has no databases of release ${this.release}; it has release ${ranges(releases)}`;
  }

  /** Null when there is no such folder. */
  async #list(path: string, signal?: AbortSignal): Promise<string[] | null> {
    const page = await this.#web.text(this.#url(path), signal);
    return page && listedNames(page.text, page.url);
  }

  #url(path: string): URL {
    return new URL(path === '' ? '' : `${path}/`, this.#site);
  }
}

/** 98, 110 to 115 */
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
 * Names of the files and folders in a web server's listing of a folder, in its order; folders without their slash.
 * Skips links to other places, such as the parent folder.
 *
 * @param folder address of the page; ends with a slash
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
