import { Presets, SingleBar } from 'cli-progress';

/** The progress of many objects or files that are sent or fetched. */
export interface TransferProgress {
  begin(items: number, bytes: number): void;
  /** Bytes that are where they belong, moved now or earlier. */
  bytes(count: number): void;
  itemDone(): void;
  /** What is going on, in a few words. */
  stage(words: string): void;
  note(sentence: string): void;
}

/** Shows a transfer as a bar over its bytes. Silent unless on a terminal, but for notes. */
export class TransferBar implements TransferProgress {
  readonly #what: string;
  #bar: SingleBar | undefined;
  #items = 0;
  #done = 0;
  #bytes = 0;
  #total = 0;
  #stage = '';

  /** @param what is moved: 'objects' */
  constructor(what: string) {
    this.#what = what;
  }

  begin(items: number, bytes: number): void {
    [this.#items, this.#total] = [items, bytes];
    if (!process.stderr.isTTY) return;
    this.#bar = new SingleBar(
      {
        format: `{bar} {percentage} % | {megabytes} MB | {done}/{items} ${this.#what} | {stage} | {eta_formatted}`,
        hideCursor: true,
        clearOnComplete: true,
        etaBuffer: 50,
      },
      Presets.shades_classic,
    );
    this.#bar.start(bytes, 0, this.#state());
  }

  bytes(count: number): void {
    this.#bytes += count;
    this.#bar?.update(this.#bytes, this.#state());
  }

  itemDone(): void {
    this.#done++;
    this.#bar?.update(this.#state());
  }

  stage(words: string): void {
    this.#stage = words;
    this.#bar?.update(this.#state());
  }

  note(sentence: string): void {
    console.error(sentence);
  }

  stop(): void {
    this.#bar?.stop();
  }

  #state() {
    return {
      megabytes: `${(this.#bytes / 1e6).toFixed(0)}/${(this.#total / 1e6).toFixed(0)}`,
      items: this.#items,
      done: this.#done,
      stage: this.#stage,
    };
  }
}

export function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
