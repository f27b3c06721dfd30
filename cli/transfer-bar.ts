import { Presets, SingleBar } from 'cli-progress';

/** The progress of a transfer of many objects or files. */
export interface TransferProgress {
  begin(items: number, bytes: number): void;
  /** Adds bytes that have arrived, now or in an earlier run. Negative for bytes that were discarded. */
  bytes(count: number): void;
  itemDone(): void;
  /** The present step in a few words, such as 'verifying'. */
  stage(words: string): void;
  note(sentence: string): void;
}

/** Shows a transfer as a bar over its bytes. Without a terminal it prints notes only. */
export class TransferBar implements TransferProgress {
  readonly #what: string;
  #bar: SingleBar | undefined;
  #items = 0;
  #done = 0;
  #bytes = 0;
  #total = 0;
  #stage = '';

  /** @param what plural of the items, such as 'objects' */
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
