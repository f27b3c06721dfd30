/** Families of interspersed and tandem repeats, and the copies of them that litter the DNA between and within genes. */
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import type { Random } from '../random.ts';
import { ascii, asText, randomBases, substitute } from './genetic-code.ts';
import { type Columns, type Mark, newTract, type Tract, TractEditor } from './tract.ts';

export interface RepeatFamily {
  name: string;
  /** repeat_consensus.repeat_class and repeat_type, and the analysis that finds such repeats. */
  repeatClass: string;
  repeatType: string;
  logicName: 'repeatmask' | 'trf' | 'dust';
  consensus: Uint8Array;
  /** Relative number of copies. */
  weight: number;
}

export function makeRepeatFamilies(random: Random): RepeatFamily[] {
  const interspersed = (
    name: string,
    repeatClass: string,
    repeatType: string,
    length: number,
    weight: number,
  ): RepeatFamily => ({
    name,
    repeatClass,
    repeatType,
    logicName: 'repeatmask',
    consensus: randomBases(random, length, 0.5),
    weight,
  });
  const tandem = Array.from(
    { length: 8 },
    (): RepeatFamily => ({
      name: 'trf',
      repeatClass: 'trf',
      repeatType: 'Tandem repeats',
      logicName: 'trf',
      consensus: randomBases(random, random.integer(2, 24)),
      weight: 1,
    }),
  );
  return [
    interspersed('DemoSINE1', 'SINE/Demo', 'Type I Transposons/SINE', 240, 14),
    interspersed('DemoSINE2', 'SINE/Demo', 'Type I Transposons/SINE', 180, 9),
    interspersed('DemoL1', 'LINE/Demo', 'Type I Transposons/LINE', 1400, 8),
    interspersed('DemoLTR1', 'LTR/Demo', 'LTRs', 420, 5),
    interspersed('DemoHop1', 'DNA/Demo', 'Type II Transposons', 300, 5),
    ...tandem,
    { name: 'dust', repeatClass: 'dust', repeatType: 'Dust', logicName: 'dust', consensus: ascii('A'), weight: 9 },
  ];
}

interface Copy {
  bases: Uint8Array;
  what: number;
  strand: 1 | -1;
}

/** A copy of some family: diverged from the consensus, often cut short at its 5' end as a LINE is. */
function drawCopy(families: readonly RepeatFamily[], random: Random): Copy {
  let draw = random.next() * families.reduce((sum, family) => sum + family.weight, 0);
  const what = Math.max(
    0,
    families.findIndex((family) => (draw -= family.weight) < 0),
  );
  const family = families[what]!;
  let bases: Uint8Array;
  if (family.logicName === 'repeatmask') {
    const kept =
      family.consensus.length > 600 || random.chance(0.3)
        ? random.integer(80, family.consensus.length)
        : family.consensus.length;
    bases = family.consensus.slice(family.consensus.length - kept);
  } else {
    const length = random.integer(24, 90);
    bases = joinBytes(Array.from({ length: Math.ceil(length / family.consensus.length) }, () => family.consensus));
  }
  const rate = family.logicName === 'repeatmask' ? 0.12 : 0.05;
  for (let site = random.skip(rate); site < bases.length; site += 1 + random.skip(rate))
    bases[site] = substitute(random, bases[site]!);
  const strand = family.logicName === 'repeatmask' && random.chance(0.5) ? -1 : 1;
  return { bases: strand === 1 ? bases : reverseComplement(bases), what, strand };
}

/** Non-coding DNA of about `length` bases, about a third of it repeats. */
export function makeSpacer(length: number, families: readonly RepeatFamily[], random: Random, columns: Columns): Tract {
  const parts: Uint8Array[] = [];
  const marks: Mark[] = [];
  let filled = 0;
  while (filled < length) {
    const plain = randomBases(random, Math.min(length - filled, random.integer(150, 900)), 0.38);
    parts.push(plain);
    filled += plain.length;
    if (length - filled < 400) continue;
    const { bases, what, strand } = drawCopy(families, random);
    parts.push(bases);
    marks.push({ kind: 'repeat', what, start: filled, end: filled + bases.length, strand });
    filled += bases.length;
  }
  return newTract(joinBytes(parts), columns, marks);
}

/** Lets new copies jump into the tract, on average one in `every` bases. */
export function insertRepeats(
  tract: Tract,
  every: number,
  families: readonly RepeatFamily[],
  random: Random,
  columns: Columns,
): Tract {
  const sites: number[] = [];
  for (let at = random.skip(1 / every) + 50; at < tract.bases.length - 50; at += random.skip(1 / every) + 100)
    sites.push(at);
  if (sites.length === 0) return tract;
  const editor = new TractEditor(tract, columns);
  const inserted = sites.map((site) => {
    const copy = drawCopy(families, random);
    editor.copyTo(site);
    editor.insert(copy.bases);
    return { site, copy };
  });
  const child = editor.finish();
  for (const { site, copy } of inserted) {
    const end = editor.moved(site);
    child.marks.push({ kind: 'repeat', what: copy.what, start: end - copy.bases.length, end, strand: copy.strand });
  }
  return child;
}

/** The consensus as repeat_consensus stores it. */
export function consensusText(family: RepeatFamily): string {
  return family.logicName === 'dust' ? 'N' : asText(family.consensus);
}

interface SpacerSources {
  random: Random;
  columns: Columns;
  repeats: readonly RepeatFamily[];
}

/** Non-coding DNA of just so many bases; a repeat that would reach over the end is cut there. */
export function exactSpacer({ random, columns, repeats }: SpacerSources, length: number): Tract {
  const { bases, marks } = makeSpacer(length, repeats, random, columns);
  return {
    bases: bases.subarray(0, length),
    columns: columns.take(length),
    marks: marks
      .filter(({ start }) => start < length - 10)
      .map((mark) => ({ ...mark, end: Math.min(mark.end, length) })),
  };
}
