import { Presets, SingleBar } from 'cli-progress';
import type { PublishProgress } from './publish-release.ts';

/** Shows an upload as a bar over its bytes. Silent unless on a terminal, but for notes. */
export class UploadBar implements PublishProgress {
  #bar: SingleBar | undefined;
  #objects = 0;
  #done = 0;
  #bytes = 0;
  #total = 0;
  #stage = '';

  begin(objects: number, bytes: number): void {
    [this.#objects, this.#total] = [objects, bytes];
    if (!process.stderr.isTTY) return;
    this.#bar = new SingleBar({
      format: '{bar} {percentage} % | {megabytes} MB | {done}/{objects} objects | {stage} | {eta_formatted}', hideCursor: true, clearOnComplete: true, etaBuffer: 50,
    }, Presets.shades_classic);
    this.#bar.start(bytes, 0, this.#state());
  }

  bytes(count: number): void {
    this.#bytes += count;
    this.#bar?.update(this.#bytes, this.#state());
  }

  objectDone(): void {
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
    return { megabytes: `${(this.#bytes / 1e6).toFixed(0)}/${(this.#total / 1e6).toFixed(0)}`, objects: this.#objects, done: this.#done, stage: this.#stage };
  }
}
