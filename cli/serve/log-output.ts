/** The lines that the processes of a service write. A full disk or a closed pipe loses lines, and never the service. */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { messageOf } from '../../src/caught-error.ts';

export class LogOutput {
  readonly #stream: NodeJS.WriteStream & { fd: number };
  readonly #isSocket: boolean;
  /** Lines that could not be written since the last one that was. */
  #lost = 0;
  #reason = '';

  constructor(stream: NodeJS.WriteStream & { fd: number }) {
    this.#stream = stream;
    // Pipes and terminals. Node closes the stream of a file after the first error, so files are written without it.
    this.#isSocket = stream instanceof Socket;
    stream.on('error', () => {});
  }

  line(text: string): void {
    if (this.#isSocket) {
      if (!this.#stream.destroyed) this.#stream.write(`${text}\n`);
      return;
    }
    try {
      if (this.#lost > 0) writeSync(this.#stream.fd, `${this.#lost} lines are missing here: ${this.#reason}\n`);
      this.#lost = 0;
      writeSync(this.#stream.fd, `${text}\n`);
    } catch (error) {
      this.#lost++;
      this.#reason = messageOf(error);
    }
  }
}
