/** As many transcripts of a locus as human genes have: some eight of a coding gene, three of a long non-coding RNA, one of others. */
import type { Locus } from '../demo/locus.ts';
import { isoformsOf, type Isoform } from '../demo/isoforms.ts';
import type { Random } from '../demo/random.ts';
import { exonsInSense, type Stretch } from '../demo/sense.ts';
import { logNormal } from './log-normal.ts';

/** Ids of transcripts are given out by the thousand for the five genes of a stretch at most. */
const MOST_ISOFORMS = 100;
/** Draws without anything new after which a locus has all the transcripts that it will get. */
const PATIENCE = 25;

/** The canonical one first. */
export function manyIsoforms(locus: Locus, random: Random): Isoform[] {
  const exons = exonsInSense(locus);
  const canonical = isoformsOf(locus, random)[0]!;
  if (exons.length < 2 || (locus.biotype !== 'lncRNA' && !locus.cds)) return [canonical];
  const wanted = locus.cds ? logNormal(random, 6.7, 0.8, 1, MOST_ISOFORMS) : logNormal(random, 2.6, 0.8, 1, MOST_ISOFORMS);
  const found = new Map([[keyOf(canonical), canonical]]);
  for (let idle = 0; found.size < wanted && idle < PATIENCE; idle++) {
    const before = found.size;
    for (const isoform of locus.cds ? isoformsOf(locus, random).slice(1) : [shorter(canonical, exons, random)]) {
      if (found.size < wanted && !found.has(keyOf(isoform))) found.set(keyOf(isoform), isoform);
    }
    if (found.size > before) idle = 0;
  }
  return [...found.values()];
}

/** Some exons in a row, with now and then one left out. */
function shorter(full: Isoform, exons: readonly Stretch[], random: Random): Isoform {
  const first = random.integer(0, exons.length - 1);
  const last = random.integer(first, exons.length - 1);
  const kept = exons.slice(first, last + 1).filter((_, index, all) => index === 0 || index === all.length - 1 || random.chance(0.8));
  const from = kept[0]!;
  const start = from.start + random.integer(0, Math.max(0, Math.floor((from.end - from.start) / 2) - 20));
  return { ...full, exons: kept.with(0, { start, end: from.end }), support: random.integer(1, 5) };
}

function keyOf({ exons, cds }: Isoform): string {
  return `${exons.map(({ start, end }) => `${start}-${end}`).join()} ${cds?.start}-${cds?.end}`;
}
