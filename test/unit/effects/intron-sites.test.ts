import { describe, expect, it } from 'vitest';
import { intronEndsNear, intronsNear, overlaps, sitesOf, type IntronSites } from '../../../src/effects/intron-sites.ts';

/** An intron of 101 to 200. */
const INTRON = { start: 101, end: 200, frameshift: false };

function sitesAt(start: number, end = start, frameshift = false): IntronSites {
  const introns = [{ ...INTRON, frameshift }];
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  return sitesOf(intronsNear(introns, low, high), intronEndsNear(introns, low, high), [{ start, end }]);
}

/** First and last position from 90 to 211 of which a fact holds. */
function where(holds: (sites: IntronSites) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let position = 90; position <= 211; position++) {
    if (!holds(sitesAt(position))) continue;
    const run = runs.at(-1);
    if (run?.[1] === position - 1) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}

describe('sites of an intron of 101 to 200 that a single base touches', () => {
  it.each<[string, (sites: IntronSites) => boolean, [number, number][]]>([
    ['the splice site at its low end', ({ low }) => low.spliceSite, [[101, 102]]],
    ['the splice site at its high end', ({ high }) => high.spliceSite, [[199, 200]]],
    ['the fifth base from its low end', ({ low }) => low.fifthBase, [[105, 105]]],
    ['the fifth base from its high end', ({ high }) => high.fifthBase, [[196, 196]]],
    ['the donor region at its low end', ({ low }) => low.donorRegion, [[103, 106]]],
    ['the donor region at its high end', ({ high }) => high.donorRegion, [[195, 198]]],
    ['the polypyrimidine tract at its low end', ({ low }) => low.polypyrimidine, [[103, 117]]],
    ['the polypyrimidine tract at its high end', ({ high }) => high.polypyrimidine, [[184, 198]]],
    [
      'the splice region',
      ({ spliceRegion }) => spliceRegion,
      [
        [98, 100],
        [103, 108],
        [193, 198],
        [201, 203],
      ],
    ],
    ['the intron without its splice sites', ({ intronic }) => intronic, [[103, 198]]],
  ])('%s', (_, holds, runs) => {
    expect(where(holds)).toEqual(runs);
  });
});

describe('sites of an intron of 101 to 200 that an insertion touches', () => {
  const insertion = (after: number) => sitesAt(after + 1, after);

  it('is intronic from the inner edge of one splice site to that of the other', () => {
    const found = [];
    for (let after = 95; after <= 205; after++) if (insertion(after).intronic) found.push(after);
    expect([found[0], found.at(-1)]).toEqual([102, 198]);
  });

  it('is at a splice site only between its two bases', () => {
    for (let after = 95; after <= 205; after++) {
      expect(insertion(after).low.spliceSite).toBe(after === 101);
      expect(insertion(after).high.spliceSite).toBe(after === 199);
    }
  });

  it('is in the splice region at the very edge of the intron', () => {
    expect(insertion(100).spliceRegion).toBe(true);
    expect(insertion(200).spliceRegion).toBe(true);
    expect(insertion(96).spliceRegion).toBe(false);
  });

  it('is in the polypyrimidine tract if either neighbour is', () => {
    expect(insertion(183).high.polypyrimidine).toBe(true);
    expect(insertion(182).high.polypyrimidine).toBe(false);
  });
});

describe('sites', () => {
  it('a frameshift intron has none', () => {
    const sites = sitesAt(101, 102, true);
    expect(sites).toMatchObject({ inFrameshiftIntron: true, intronic: false, spliceRegion: false });
    expect(sites.low.spliceSite).toBe(false);
  });

  it('an intron of no length is near nothing', () => {
    const introns = [{ start: 101, end: 100, frameshift: false }];
    expect(intronsNear(introns, 90, 110)).toEqual([]);
    expect(intronEndsNear(introns, 90, 110)).toEqual([]);
  });

  it('introns count from three bases before them to three after', () => {
    expect([97, 98, 203, 204].map((position) => intronsNear([INTRON], position, position).length)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('a change shifted out of an intron stays intronic by its first place', () => {
    const unmoved = [{ start: 150, end: 150 }];
    const sites = sitesOf([INTRON], [INTRON], [{ start: 201, end: 201 }], unmoved);
    expect(sites.intronic).toBe(true);
  });

  it('intervals overlap if they share a base; an insertion only strictly inside', () => {
    expect(overlaps(5, 5, 5, 9)).toBe(true);
    expect(overlaps(10, 12, 5, 9)).toBe(false);
    expect(overlaps(6, 5, 5, 9)).toBe(true);
    expect(overlaps(5, 4, 5, 9)).toBe(false);
    expect(overlaps(10, 9, 5, 9)).toBe(false);
  });
});
