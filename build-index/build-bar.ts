import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { BuildProgress } from './compile/release.ts';
import type { DumpDatabase } from './dump/find-databases.ts';

/** Shows a build as a bar over its databases, with what has been compiled so far. Silent unless on a terminal. */
export class BuildBar implements BuildProgress {
  readonly #bars = new MultiBar({
    format: '{bar} {value}/{total} databases | {database} | {megabases} Mb, {genes} genes', hideCursor: true, clearOnComplete: true,
  }, Presets.shades_classic);
  #bar: SingleBar | undefined;
  #genes = 0;
  #bases = 0;
  #name = '';

  begin(databases: number): void {
    if (process.stderr.isTTY) this.#bar = this.#bars.create(databases, 0, this.#state());
  }

  database({ species, group }: DumpDatabase): void {
    this.#name = `${species} ${group}`;
    this.#bar?.update(this.#state());
  }

  bases(count: number): void {
    this.#bases += count;
    if (count > 0) this.#bar?.update(this.#state());
  }

  genes(count: number): void {
    this.#genes += count;
    if (this.#genes % 100 === 0) this.#bar?.update(this.#state());
  }

  databaseDone(): void {
    this.#bar?.increment(this.#state());
  }

  stop(): void {
    this.#bars.stop();
  }

  #state() {
    return { database: this.#name, megabases: (this.#bases / 1e6).toFixed(1), genes: this.#genes };
  }
}
