/**
 * What of the introns of a transcript a change touches. Windows and names after Ensembl: two bases at either end are
 * the splice sites, bases 3 to 8 of the intron and 1 to 3 of the exon the splice region, bases 3 to 17 before the
 * acceptor the polypyrimidine tract. Sites are those of the forward strand; the caller turns them.
 */
import type { Span } from '../genome/transcript.ts';
import type { Intron } from './transcript-model.ts';

/** Sites at the lower (`low`) or higher (`high`) end of the intron on the forward strand. */
export interface IntronSites {
  inFrameshiftIntron: boolean;
  intronic: boolean;
  spliceRegion: boolean;
  low: EndSites;
  high: EndSites;
}

interface EndSites {
  /** The two outermost bases. */
  spliceSite: boolean;
  /** If this end is the donor: its fifth base, and bases 3 to 6. */
  fifthBase: boolean;
  donorRegion: boolean;
  /** If this end is the acceptor: bases 3 to 17. */
  polypyrimidine: boolean;
}

/** Two intervals share a base; an insertion is inside only between two bases of the other. */
export function overlaps(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  return end >= otherStart && start <= otherEnd;
}

/** Introns within three bases of an interval of bases, as Ensembl gathers them. */
export function intronsNear(introns: readonly Intron[], low: number, high: number): Intron[] {
  return introns.filter(({ start, end }) => start <= end && overlaps(low, high, start - 3, end + 3));
}

/** Introns of which an interval of bases touches an end: three bases of exon, eight of intron. */
export function intronEndsNear(introns: readonly Intron[], low: number, high: number): Intron[] {
  return introns.filter(
    ({ start, end }) =>
      start <= end && (overlaps(low, high, start - 3, start + 7) || overlaps(low, high, end - 7, end + 3)),
  );
}

/**
 * @param regions the changed intervals; of an insertion start = end + 1
 * @param unmoved the same intervals before a change was shifted along the transcript
 */
export function sitesOf(
  inside: readonly Intron[],
  atEnds: readonly Intron[],
  regions: readonly Span[],
  unmoved: readonly Span[] = regions,
): IntronSites {
  const end = (): EndSites => ({ spliceSite: false, fifthBase: false, donorRegion: false, polypyrimidine: false });
  const sites: IntronSites = {
    inFrameshiftIntron: false,
    intronic: false,
    spliceRegion: false,
    low: end(),
    high: end(),
  };
  regions.forEach(({ start, end }, which) => {
    const touches = (first: number, last: number) => overlaps(start, end, first, last);
    for (const intron of inside) {
      if (intron.frameshift && touches(intron.start, intron.end)) {
        sites.inFrameshiftIntron = true;
        continue;
      }
      if (isIntronic({ start, end }, intron) || isIntronic(unmoved[which] ?? { start, end }, intron))
        sites.intronic = true;
      // The polypyrimidine tract counts the bases on both sides of an insertion.
      const [low, high] = [Math.min(start, end), Math.max(start, end)];
      if (overlaps(low, high, intron.end - 16, intron.end - 2)) sites.high.polypyrimidine = true;
      if (overlaps(low, high, intron.start + 2, intron.start + 16)) sites.low.polypyrimidine = true;
    }
    for (const intron of atEnds) {
      if (intron.frameshift && touches(intron.start, intron.end)) {
        sites.inFrameshiftIntron = true;
        continue;
      }
      if (touches(intron.start, intron.start + 1)) sites.low.spliceSite = true;
      if (touches(intron.end - 1, intron.end)) sites.high.spliceSite = true;
      if (touches(intron.start + 4, intron.start + 4)) sites.low.fifthBase = true;
      if (touches(intron.end - 4, intron.end - 4)) sites.high.fifthBase = true;
      if (touches(intron.start + 2, intron.start + 5)) sites.low.donorRegion = true;
      if (touches(intron.end - 5, intron.end - 2)) sites.high.donorRegion = true;
      if (touches(intron.end - 16, intron.end - 2)) sites.high.polypyrimidine = true;
      if (touches(intron.start + 2, intron.start + 16)) sites.low.polypyrimidine = true;
      // As in Ensembl, the last intron that is touched decides.
      if (!sites.low.spliceSite && !sites.high.spliceSite) sites.spliceRegion = inSpliceRegion({ start, end }, intron);
    }
  });
  return sites;
}

/** Beyond the splice sites; an insertion also right at their inner edges. */
function isIntronic({ start, end }: Span, intron: Span): boolean {
  return (
    overlaps(start, end, intron.start + 2, intron.end - 2) ||
    (start === end + 1 && (start === intron.start + 2 || end === intron.end - 2))
  );
}

function inSpliceRegion({ start, end }: Span, intron: Span): boolean {
  return (
    overlaps(start, end, intron.start + 2, intron.start + 7) ||
    overlaps(start, end, intron.end - 7, intron.end - 2) ||
    overlaps(start, end, intron.start - 3, intron.start - 1) ||
    overlaps(start, end, intron.end + 1, intron.end + 3) ||
    (start === end + 1 &&
      (start === intron.start || end === intron.end || start === intron.start + 2 || end === intron.end - 2))
  );
}
