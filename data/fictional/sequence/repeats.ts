/** Families of interspersed and tandem repeats, and their copies in the DNA between and within genes. */
import { at } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import type { Random } from '../random.ts';
import { ascii, asText, randomBases, substituteAll } from './genetic-code.ts';
import { type Columns, type Mark, newTract, type Tract, TractEditor } from './tract.ts';

export interface RepeatFamily {
  name: string;
  /** Columns of repeat_consensus, and the analysis that finds the repeats. */
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
  /** Index of the family. */
  sourceIndex: number;
  strand: 1 | -1;
}

/** A copy of a random family, diverged from the consensus and often truncated at its 5' end, as LINEs are. */
function drawCopy(families: readonly RepeatFamily[], random: Random): Copy {
  let draw = random.next() * families.reduce((sum, family) => sum + family.weight, 0);
  const sourceIndex = Math.max(
    0,
    families.findIndex(({ weight }) => (draw -= weight) < 0),
  );
  const family = at(families, sourceIndex);
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
  substituteAll(random, bases, family.logicName === 'repeatmask' ? 0.12 : 0.05, 0, bases.length);
  const strand = family.logicName === 'repeatmask' && random.chance(0.5) ? -1 : 1;
  return { bases: strand === 1 ? bases : reverseComplement(bases), sourceIndex, strand };
}

/** Non-coding DNA of at least `length` bases, about a third of it repeats. */
export function makeSpacer(length: number, families: readonly RepeatFamily[], random: Random, columns: Columns): Tract {
  const parts: Uint8Array[] = [];
  const marks: Mark[] = [];
  let filled = 0;
  while (filled < length) {
    const plain = randomBases(random, Math.min(length - filled, random.integer(150, 900)), 0.38);
    parts.push(plain);
    filled += plain.length;
    if (length - filled < 400) continue;
    const { bases, sourceIndex, strand } = drawCopy(families, random);
    parts.push(bases);
    marks.push({ kind: 'repeat', sourceIndex, start: filled, end: filled + bases.length, strand });
    filled += bases.length;
  }
  return newTract(joinBytes(parts), columns, marks);
}

/** Inserts new copies into the tract, on average one per `every` bases. */
export function insertRepeats(
  tract: Tract,
  every: number,
  families: readonly RepeatFamily[],
  random: Random,
  columns: Columns,
): Tract {
  const sites: number[] = [];
  for (let site = random.skip(1 / every) + 50; site < tract.bases.length - 50; site += random.skip(1 / every) + 100)
    sites.push(site);
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
    const { bases, sourceIndex, strand } = copy;
    child.marks.push({ kind: 'repeat', sourceIndex, start: end - bases.length, end, strand });
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

/** Non-coding DNA of exactly `length` bases. A repeat that would exceed the end is truncated. */
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
