import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { VcfRecord, VcfRecords } from '../../vcf/vcf-records.ts';
import type { FirstPlaces } from './first-places.ts';
import { matchedAlleles, onForwardStrand } from './matched-alleles.ts';

const NONE: MatchedLine[] = [];
/** Ensembl looks at so many lines of a file before it gives up. */
const LINES_TRIED = 10;

/**
 * The lines of a VCF file that variants may have, at one place of a chromosome after another: both are in order of position. A line belongs to a variant
 * when it has its name or a synonym of it (the number of a submission without its 'ss', too) or, unless names must
 * match, when they share an alternative allele. Further lines of alleles that they share may follow.
 */
export class MatchedLines {
  readonly #records: VcfRecords;
  readonly #chromosome: string;
  readonly #strictNames: boolean;
  #near: VcfRecord[] = [];
  /** The line behind them; null behind the last of the chromosome, undefined where nobody has looked. */
  #next: VcfRecord | null | undefined;

  constructor(records: VcfRecords, chromosome: string, strictNames: boolean) {
    this.#records = records;
    this.#chromosome = chromosome;
    this.#strictNames = strictNames;
  }

  /** Reads lines up to a place, which is behind the one before; a promise where the file has to be waited for. Returns whether there are any near it. */
  reach(start: number, end: number): boolean | Promise<boolean> {
    const first = start - 1;
    const behind = Math.max(start, end) + 2;
    if (this.#near.length > 0) this.#leave(first);
    while (this.#near.length < LINES_TRIED) {
      let next = this.#next;
      if (next === undefined) {
        const peeked = this.#records.peek(this.#chromosome);
        if (peeked instanceof Promise) return peeked.then(() => this.reach(start, end));
        this.#next = next = peeked;
      }
      if (!next || next.position > behind) break;
      this.#records.take();
      this.#next = undefined;
      if (next.position >= first) this.#near.push(next);
      else this.#records.release(next);
    }
    return this.#near.length > 0;
  }

  /** The lines of the variant at a place that has been reached, which is good until the next is. */
  of(places: FirstPlaces, place: number, alleles: ListedAlleles): readonly MatchedLine[] {
    const forward = onForwardStrand(alleles, places.strands[place]!);
    let lines = NONE;
    for (let each = 0; each < this.#near.length; each++) {
      const record = this.#near[each]!;
      const matched = matchedAlleles(forward, places.starts[place]!, record.alleles, record.position);
      const belongs = lines.length === 0
        ? (!this.#strictNames && matched.length > 0) || places.someName(place, (bytes, from, to) => record.hasId(bytes, from, to))
        : matched.length > 0 && lines[0]!.matched.length > 0;
      if (belongs && lines === NONE) lines = [{ record, matched }];
      else if (belongs) lines.push({ record, matched });
      else if (lines.length > 0) break;
    }
    return lines;
  }

  /** Goes past what is left of the chromosome. */
  pass(): Promise<void> {
    return this.#records.pass(this.#chromosome);
  }

  /** Keeps those that a variant may have yet. */
  #leave(first: number): void {
    const near = this.#near;
    let kept = 0;
    for (let each = 0; each < near.length; each++) {
      if (near[each]!.position >= first) near[kept++] = near[each]!;
      else this.#records.release(near[each]!);
    }
    near.length = kept;
  }
}
