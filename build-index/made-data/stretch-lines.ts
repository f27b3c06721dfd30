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

  along(strand: 1 | -1): Line {
    const [text, first, last] = strand === 1 ? [this.#forward, this.#first, this.#last] : [this.#reverse, -this.#last, -this.#first];
    return { last, bases: (start, end) => text.slice(Math.max(0, start - first), Math.max(0, end - first + 1)) };
  }
}
