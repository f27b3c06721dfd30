/** An alignment as coloured letters in blocks of columns, with the positions of each row. */
import type { Html } from '../html.ts';
import { positionText } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { counted, shortened, text } from './text.ts';

export interface AlignmentRow {
  name: string;
  /** Position of the first letter, and direction of the following ones: 1 or -1. */
  first: number;
  direction: 1 | -1;
  /** Letters and dashes; all rows have the same length. */
  letters: string;
}

export interface AlignmentRows {
  label: string;
  rows: readonly AlignmentRow[];
  /** Width of the drawing; default 1100. */
  width?: number;
}

const ROW = 17;
const LETTER = 9;
const BLOCK_GAP = 16;
const MARGIN = 4;
/** Groups of letters: bases have a colour each, as most alignment viewers show them; other letters have none. */
const BASES: readonly (readonly [letter: string, colour: string])[] = [
  ['A', 'var(--c3)'],
  ['C', 'var(--c1)'],
  ['G', 'var(--c6)'],
  ['T', 'var(--c5)'],
];

export function alignmentRows({ label, rows, width = 1100 }: AlignmentRows): Html {
  const columns = Math.max(0, ...rows.map(({ letters }) => letters.length));
  const nameWidth = width >= 700 ? width * 0.19 : 62;
  const positionWidth = width >= 700 ? 90 : 80;
  const left = MARGIN + nameWidth + positionWidth;
  // Whole tens of letters, so that blocks are easy to count.
  const perBlock = Math.max(10, Math.floor((width - left - MARGIN) / LETTER / 10) * 10);
  const blockHeight = (rows.length + 1) * ROW + BLOCK_GAP;
  const blocks = Array.from({ length: Math.ceil(columns / perBlock) }, (_, at) => at * perBlock);
  const places = rows.map(({ first, direction, letters }) => placesOf(first, direction, letters));
  return drawing({
    label,
    description: `Alignment of ${counted(rows.length, 'sequence')} in ${counted(columns, 'column')}.`,
    isImage: true,
    width,
    height: blocks.length * blockHeight,
    content: svg`${blocks.map((from, block) => {
      const top = block * blockHeight;
      const slices = rows.map(({ letters }) => letters.slice(from, from + perBlock));
      const names = rows.map(
        ({ name }, at) =>
          svg`${text(MARGIN, top + at * ROW + 12, shortened(name, nameWidth), '')}${text(
            left - 10,
            top + at * ROW + 12,
            positionText(places[at]?.[from] ?? 0),
            'soft small end',
          )}`,
      );
      return svg`${names}${drawLetters(slices, left, top)}`;
    })}`,
  });
}

/** Position of the letter in or after each column. */
function placesOf(first: number, direction: number, letters: string): number[] {
  let position = first;
  return Array.from(letters, (letter) => {
    const here = position;
    if (letter !== '-') position += direction;
    return here;
  });
}

/** Coloured cells, letters over them, and a mark below the columns in which all rows agree. */
function drawLetters(slices: readonly string[], left: number, top: number): Html {
  const cells = BASES.map(([base, colour]) => {
    const path = slices.flatMap((letters, row) =>
      runsOf(letters, (letter) => letter.toUpperCase() === base).map(
        ({ from, length }) =>
          `M${px(left + from * LETTER)} ${px(top + row * ROW)}h${length * LETTER}v${ROW}h-${length * LETTER}z`,
      ),
    );
    return path.length === 0 ? '' : svg`<path d="${path.join('')}" fill="${colour}" fill-opacity="0.24"/>`;
  });
  const lines = slices.map(
    (letters, row) =>
      svg`<text class="letters" x="${px(left)}" y="${px(top + row * ROW + 12.5)}" textLength="${px(
        letters.length * LETTER,
      )}">${letters}</text>`,
  );
  const [first = ''] = slices;
  const agree = (letter: string, column: number) =>
    letter !== '-' && slices.every((letters) => letters[column]?.toUpperCase() === letter.toUpperCase());
  const marks = runsOf(first, agree).map(
    ({ from, length }) => `M${px(left + from * LETTER)} ${px(top + slices.length * ROW + 4)}h${px(length * LETTER)}`,
  );
  return svg`${cells}${lines}<path d="${marks.join('')}" stroke="var(--axis)" stroke-width="3"/>
`;
}

function runsOf(
  letters: string,
  isIn: (letter: string, column: number) => boolean,
): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  let column = 0;
  for (const letter of letters) {
    const last = runs.at(-1);
    if (isIn(letter, column)) {
      if (last && last.from + last.length === column) last.length++;
      else runs.push({ from: column, length: 1 });
    }
    column++;
  }
  return runs;
}
