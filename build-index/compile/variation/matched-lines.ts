import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { VcfRecord, VcfRecords } from '../../vcf/vcf-records.ts';
import type { FirstPlaces } from './first-places.ts';
import { matchedAlleles, onForwardStrand } from './matched-alleles.ts';

/** A variant that lines belong to. */
export interface LinedVariant {
  id: number;
  alleles: ListedAlleles;
  /** At least one. */
  lines: readonly MatchedLine[];
}

const NONE: MatchedLine[] = [];
/** Ensembl looks at so many lines of a file before it gives up. */
const LINES_TRIED = 10;

/**
 * Goes through the variants and the lines of a chromosome together, both in order of position. A line belongs to a variant
 * when it has its name or a synonym of it (the number of a submission without its 'ss', too) or, unless names must
 * match, when they share an alternative allele. Further lines of alleles that they share may follow. All lines of the chromosome
 * have been taken afterwards.
 *
 * @param take what it is given is good until it returns
 */
export async function eachMatch(
  places: Iterable<FirstPlaces> | AsyncIterable<FirstPlaces>, records: VcfRecords, chromosome: string, strictNames: boolean, take: (variant: LinedVariant) => void,
): Promise<void> {
  let near: VcfRecord[] = [];
  const alleles = new ListedAlleles();
  for await (const some of places) {
    for (let place = 0; place < some.count; place++) {
      const row = some.row(place);
      const start = some.starts[row]!;
      const first = start - 1;
      const behind = Math.max(start, some.ends[row]!) + 2;
      if (near.length > 0) near = behindFirst(near, first, records);
      while (near.length < LINES_TRIED) {
        const peeked = records.peek(chromosome);
        const next = peeked instanceof Promise ? await peeked : peeked;
        if (!next || next.position > behind) break;
        records.take();
        if (next.position >= first) near.push(next);
        else records.release(next);
      }
      if (near.length === 0) continue;
      some.readAlleles(place, alleles);
      const lines = linesOf(some, place, alleles, near, strictNames);
      if (lines.length > 0) take({ id: some.ids[row]!, alleles, lines });
    }
  }
  await records.pass(chromosome);
}

/** Those that a variant may have yet. */
function behindFirst(near: VcfRecord[], first: number, records: VcfRecords): VcfRecord[] {
  let kept: VcfRecord[] | undefined;
  for (let each = 0; each < near.length; each++) {
    const record = near[each]!;
    if (record.position >= first) kept?.push(record);
    else {
      kept ??= near.slice(0, each);
      records.release(record);
    }
  }
  return kept ?? near;
}

function linesOf(places: FirstPlaces, place: number, alleles: ListedAlleles, near: readonly VcfRecord[], strictNames: boolean): MatchedLine[] {
  const row = places.row(place);
  const forward = onForwardStrand(alleles, places.strands[row]!);
  let lines = NONE;
  for (let each = 0; each < near.length; each++) {
    const record = near[each]!;
    const matched = matchedAlleles(forward, places.starts[row]!, record.alleles, record.position);
    const belongs = lines.length === 0
      ? (!strictNames && matched.length > 0) || places.someName(place, (bytes, from, to) => record.hasId(bytes, from, to))
      : matched.length > 0 && lines[0]!.matched.length > 0;
    if (belongs && lines === NONE) lines = [{ record, matched }];
    else if (belongs) lines.push({ record, matched });
    else if (lines.length > 0) break;
  }
  return lines;
}
