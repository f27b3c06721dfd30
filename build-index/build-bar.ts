import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { BuildProgress } from './units/build-release.ts';
import type { Unit } from './units/unit.ts';

/** Of the time that a unit takes, what passes while its inputs are read; as far as is known before. */
const READING = 0.5;
/** A rate over the first moments says nothing. */
const LEAST_SECONDS = 2;
/** Between lines, in seconds. */
const LINE_EVERY = 30;

/** Shows a build as a bar over its units, with MB of dump text a second and the time left; where there is no terminal, as a line now and then. */
export class BuildBar implements BuildProgress {
  readonly #bars = new MultiBar({ format: '{bar} {done}/{units} units | {megabytes} MB, {rate} MB/s, {left} left | {running}', hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  readonly #units = new Map<string, { plain: number; stored: number; read: number }>();
  readonly #running = new Set<string>();
  #bar: SingleBar | undefined;
  #began = 0;
  #toldAt = 0;
  /** Bytes of units that are done, and of those that were done before. */
  #finished = 0;
  #before = 0;
  #count = 0;

  begin(units: readonly Unit[], done: ReadonlySet<string>): void {
    for (const { id, plainBytes, inputs } of units) {
      this.#units.set(id, { plain: plainBytes, stored: inputs.reduce((sum, { size }) => sum + size, 0), read: 0 });
      if (done.has(id)) this.#before += plainBytes;
    }
    this.#finished = this.#before;
    this.#count = done.size;
    this.#began = this.#toldAt = performance.now();
    if (process.stderr.isTTY) this.#bar = this.#bars.create(Math.max(1, this.#total), this.#finished, this.#state());
  }

  unit(id: string): void {
    this.#running.add(id);
    this.#show();
  }

  read(id: string, bytes: number): void {
    this.#units.get(id)!.read += bytes;
    this.#show();
  }

  unitDone(id: string): void {
    this.#running.delete(id);
    this.#count++;
    this.#finished += this.#units.get(id)!.plain;
    this.#show();
  }

  sealing(): void {
    this.#running.add('sealing');
    this.#show();
  }

  stop(): void {
    this.#bars.stop();
  }

  get #total(): number {
    return [...this.#units.values()].reduce((sum, { plain }) => sum + plain, 0);
  }

  /** Bytes of dump text that are compiled: those of finished units, and of others a part. */
  get #compiled(): number {
    const running = [...this.#running].flatMap((id) => this.#units.get(id) ?? []);
    return this.#finished + running.reduce((sum, { plain, stored, read }) => sum + (stored > 0 ? READING * plain * Math.min(1, read / stored) : 0), 0);
  }

  #show(): void {
    if (this.#bar) return void this.#bar.update(this.#compiled, this.#state());
    if (performance.now() - this.#toldAt < LINE_EVERY * 1000) return;
    this.#toldAt = performance.now();
    const { done, units, megabytes, rate, left, running } = this.#state();
    console.error(`${done}/${units} units, ${megabytes} MB, ${rate} MB/s, ${done < units ? `${left} left: ${running}` : 'sealing the release'}`);
  }

  #state() {
    const seconds = (performance.now() - this.#began) / 1000;
    const rate = seconds < LEAST_SECONDS ? 0 : (this.#compiled - this.#before) / seconds;
    return {
      done: this.#count, units: this.#units.size, megabytes: (this.#compiled / 1e6).toFixed(0), rate: rate > 0 ? (rate / 1e6).toFixed(1) : '-',
      left: rate > 0 ? duration((this.#total - this.#compiled) / rate) : '-', running: [...this.#running].join(', '),
    };
  }
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : minutes > 0 ? `${minutes} min` : `${Math.ceil(seconds)} s`;
}
