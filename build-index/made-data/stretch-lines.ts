import { reverseComplement } from '../../src/genome/bases.ts';
import type { Line } from '../../src/variants/variant-shift.ts';
import { asText } from '../demo/genetic-code.ts';

/** The bases of a stretch along both strands, turned once: what HGVS asks for every insertion and deletion in every transcript. */
export class StretchLines {
  readonly #forward: string;
  readonly #reverse: string;
  /** First and last position on the chromosome. */
  readonly #first: number;
  readonly #last: number;

  constructor(first: number, bases: Uint8Array) {
    this.#forward = asText(bases);
    this.#reverse = asText(reverseComplement(bases));
    this.#first = first;
    this.#last = first + bases.length - 1;
  }

  /** @param last oriented position beyond which nothing is shown */
  along(strand: 1 | -1, last = strand === 1 ? this.#last : -this.#first): Line {
    const [text, first] = strand === 1 ? [this.#forward, this.#first] : [this.#reverse, -this.#last];
    return { last, bases: (start, end) => text.slice(Math.max(0, start - first), Math.max(0, end - first + 1)) };
  }
}
