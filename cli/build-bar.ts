import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { BuildProgress } from '../build-index/units/build-release.ts';
import type { Unit } from '../build-index/units/unit.ts';
import { get } from '../src/checked.ts';

/** Estimated share of a unit's time that it spends on reading its inputs. */
const READING = 0.5;
/** Seconds before the first rate is shown: an earlier one would mislead. */
const LEAST_SECONDS = 2;
/** Milliseconds between two states of the line about files. */
const REDRAW_EVERY = 200;
/** Seconds between lines without a terminal. */
const LINE_EVERY = 30;

interface ShownUnit {
  unit: Unit;
  stored: number;
  read: number;
  done: boolean;
}

/** Shows a build as a bar with MB/s of dump text and the time left. Without a terminal it prints a line every 30 s. */
export class BuildBar implements BuildProgress {
  readonly #bars = new MultiBar(
    {
      format: '{bar} {done}/{units} units | {megabytes} MB, {rate} MB/s, {left} left | {running}',
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  /** The units that this build runs, by id. */
  readonly #units = new Map<string, ShownUnit>();
  /** Ids of running units, or 'sealing'. */
  readonly #running = new Set<string>();
  #bar: SingleBar | undefined;
  /** Stored bytes of files from which tables are written, and when the first were read. */
  #filesRead = 0;
  #filesFrom: number | undefined;
  #began = 0;
  #lineAt = 0;
  /** Units and bytes that an earlier run finished. */
  #doneBefore = 0;
  #bytesBefore = 0;

  files(bytes: number): void {
    this.#filesRead += bytes;
    const now = performance.now();
    this.#filesFrom ??= this.#lineAt = now;
    if (now - this.#lineAt < (process.stderr.isTTY ? REDRAW_EVERY : LINE_EVERY * 1000)) return;
    this.#lineAt = now;
    const rate = (this.#filesRead / 1e3 / (now - this.#filesFrom)).toFixed(1);
    const text = `reading files: ${(this.#filesRead / 1e6).toFixed(0)} MB, ${rate} MB/s`;
    process.stderr.write(process.stderr.isTTY ? `\r${text}\x1b[K` : `${text}\n`);
  }

  begin(units: readonly Unit[], done: ReadonlySet<string>): void {
    this.#endLine();
    for (const unit of units) {
      if (done.has(unit.id)) {
        this.#doneBefore++;
        this.#bytesBefore += unit.plainBytes;
      } else {
        this.#units.set(unit.id, {
          unit,
          stored: unit.inputs.reduce((sum, { size }) => sum + size, 0),
          read: 0,
          done: false,
        });
      }
    }
    this.#began = this.#lineAt = performance.now();
    const total = this.#bytesBefore + [...this.#units.values()].reduce((sum, { unit }) => sum + unit.plainBytes, 0);
    if (process.stderr.isTTY) this.#bar = this.#bars.create(Math.max(1, total), this.#bytesBefore, this.#state());
  }

  unit(id: string): void {
    this.#running.add(id);
    this.#show();
  }

  read(id: string, bytes: number): void {
    get(this.#units, id).read += bytes;
    this.#show();
  }

  unitDone(id: string): void {
    get(this.#units, id).done = true;
    this.#running.delete(id);
    this.#show();
  }

  sealing(): void {
    this.#running.add('sealing');
    this.#show();
  }

  stop(): void {
    this.#endLine();
    this.#bars.stop();
  }

  /** Removes the line of `files`. */
  #endLine(): void {
    if (this.#filesFrom !== undefined && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    this.#filesFrom = undefined;
  }

  /** Bytes of dump text that this build has compiled: finished units, and an estimate for running ones. */
  get #compiled(): number {
    return [...this.#units.values()].reduce((sum, { unit: { plainBytes }, stored, read, done }) => {
      if (done) return sum + plainBytes;
      return sum + (stored > 0 ? READING * plainBytes * Math.min(1, read / stored) : 0);
    }, 0);
  }

  #show(): void {
    if (this.#bar) return void this.#bar.update(this.#bytesBefore + this.#compiled, this.#state());
    if (performance.now() - this.#lineAt < LINE_EVERY * 1000) return;
    this.#lineAt = performance.now();
    const { done, units, megabytes, rate, left, running } = this.#state();
    const state = done < units ? `${left} left: ${running}` : 'sealing the release';
    console.error(`${done}/${units} units, ${megabytes} MB, ${rate} MB/s, ${state}`);
  }

  #state() {
    const now = performance.now();
    const seconds = (now - this.#began) / 1000;
    const compiled = this.#compiled;
    const units = [...this.#units.values()];
    const total = units.reduce((sum, { unit }) => sum + unit.plainBytes, 0);
    const left = seconds < LEAST_SECONDS || compiled === 0 ? null : (seconds * (total - compiled)) / compiled;
    return {
      done: this.#doneBefore + units.filter(({ done }) => done).length,
      units: this.#doneBefore + units.length,
      megabytes: ((this.#bytesBefore + compiled) / 1e6).toFixed(0),
      rate: seconds < LEAST_SECONDS ? '-' : (compiled / 1e6 / seconds).toFixed(1),
      left: left === null ? '-' : duration(left),
      running: [...this.#running].join(', '),
    };
  }
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : minutes > 0
      ? `${minutes} min`
      : `${Math.ceil(seconds)} s`;
}
