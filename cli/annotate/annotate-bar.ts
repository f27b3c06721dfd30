import { Presets, SingleBar } from 'cli-progress';

/** Shows how much of the input has been read; nothing without a terminal. */
export class AnnotateBar {
  #bar: SingleBar | null = null;

  /** @param bytes of the input; 0 if that is not known, as for standard input */
  constructor(bytes: number) {
    if (!process.stderr.isTTY || bytes === 0) return;
    this.#bar = new SingleBar(
      { format: '{bar} {percentage} % | {lines} variants | {eta_formatted}', hideCursor: true, clearOnComplete: true },
      Presets.shades_classic,
    );
    this.#bar.start(bytes, 0, { lines: 0 });
  }

  update(read: number, lines: number): void {
    this.#bar?.update(read, { lines });
  }

  stop(): void {
    this.#bar?.stop();
  }
}
