/** The page of the alignments of a region (alignment/region). */
import { alignmentOverview } from '../drawing/alignment-overview.ts';
import { alignmentRows, type AlignmentRow } from '../drawing/alignment-rows.ts';
import { bothWidths } from '../drawing/both-widths.ts';
import { positionText } from '../drawing/scale.ts';
import { counted, type Span } from '../drawing/text.ts';
import { html, type Html } from '../html.ts';
import { numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { linkList, pathOf, speciesText } from './links.ts';
import type { View, PageRequest } from './view.ts';

/** Blocks in the overview, and blocks whose letters are shown. */
const MAX_BLOCKS = 400;
const MAX_LETTER_BLOCKS = 8;
/** Letters of all rows of a page; in narrow windows, which have fewer in a line, less. */
const MAX_LETTERS = 12_000;
const MAX_NARROW_LETTERS = 3000;

interface Block {
  rows: JsonObject[];
  /** Place in the region of the request. */
  span: Span;
}

export function alignmentView(answer: unknown, request: PageRequest): View | null {
  const { base, path, query } = request;
  const { species = '', region = '' } = path;
  const blocks = objectsOf(answer)
    .map(({ alignments }) => ({ rows: objectsOf(alignments) }))
    .flatMap(({ rows }) => {
      const span = spanOf(rows, species);
      return span ? [{ rows, span }] : [];
    })
    .sort((one, other) => one.span.start - other.span.start);
  if (blocks.length === 0) return null;
  const name = region.split(':')[0] ?? '';
  const whole = {
    start: Math.min(...blocks.map(({ span }) => span.start)),
    end: Math.max(...blocks.map(({ span }) => span.end)),
  };
  const title = `Alignments of ${speciesText(species)} ${region.replace('..', '-')}`;
  const drawn = blocks.slice(0, MAX_BLOCKS);
  const overview = drawn.map(({ rows, span }, at) => ({
    ...span,
    rows: rows.map((row) => ({ species: nameOf(row), place: placeOf(row), strand: numberOf(row, 'strand') ?? 1 })),
    href: at < MAX_LETTER_BLOCKS ? `#block-${at + 1}` : undefined,
  }));
  const group = query.get('species_set_group')?.[0];
  const here = `${name}:${whole.start}-${whole.end}`;
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${counted(blocks.length, 'block')}${
      blocks.length > drawn.length ? `, of which the first ${drawn.length} are drawn` : ''
    }.</p>
${linkList([
  ['Genes here', `${base}${pathOf('overlap', 'region', species, here)}?feature=gene`],
  ...(group === undefined
    ? []
    : [
        [
          'Conserved elements here',
          `${base}${pathOf('overlap', 'region', species, here)}?feature=constrained;species_set=${encodeURIComponent(
            group,
          )}`,
        ] satisfies [string, string],
      ]),
])}
<figure>${bothWidths((width) =>
      alignmentOverview({ label: title, span: whole, region: `position on ${name}`, blocks: overview, width }),
    )}
<figcaption>Blocks of the alignment by position in ${speciesText(species)}. A line through a block is the reverse
strand.</figcaption></figure>
${lettersOf(drawn)}`,
  };
}

/** The span of all rows of a species in a block; with a reverse row too, since positions are of the forward strand. */
function spanOf(rows: readonly JsonObject[], species: string): Span | null {
  const own = rows.filter((row) => textOf(row, 'species') === species);
  // The species may be an alias: then the block's first row is the one of the request.
  const spans = (own.length > 0 ? own : rows.slice(0, 1)).flatMap((row) => {
    const [start, end] = [numberOf(row, 'start'), numberOf(row, 'end')];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  if (spans.length === 0) return null;
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}

function nameOf(row: JsonObject): string {
  const species = textOf(row, 'species');
  return species === 'ancestral_sequences' ? `ancestor ${textOf(row, 'seq_region')}` : speciesText(species);
}

function placeOf(row: JsonObject): string {
  const [start, end] = [numberOf(row, 'start') ?? 0, numberOf(row, 'end') ?? 0];
  const strand = (numberOf(row, 'strand') ?? 1) < 0 ? 'reverse' : 'forward';
  return `${textOf(row, 'seq_region')}:${positionText(start)}-${positionText(end)}, ${strand} strand`;
}

/** The letters of the first blocks, until the page has enough of them. */
function lettersOf(blocks: readonly Block[]): Html {
  const shown: Html[] = [];
  let left = MAX_LETTERS;
  for (const [at, { rows, span }] of blocks.slice(0, MAX_LETTER_BLOCKS).entries()) {
    const aligned = rows.map(rowOf);
    const columns = Math.max(0, ...aligned.map(({ letters }) => letters.length));
    // Without gaps the letters of a column do not belong together.
    if (columns === 0 || aligned.some(({ letters }) => letters.length !== columns)) continue;
    const drawn = Math.min(columns, Math.floor(left / rows.length));
    if (drawn < 1) break;
    left -= drawn * rows.length;
    const narrow = Math.min(drawn, Math.max(20, Math.floor(MAX_NARROW_LETTERS / rows.length)));
    const label = `Block ${at + 1}`;
    const cut = (count: number) => aligned.map((row) => ({ ...row, letters: row.letters.slice(0, count) }));
    shown.push(html`<h2 id="block-${at + 1}">${label}: ${positionText(span.start)} to ${positionText(span.end)}</h2>
<figure>${bothWidths((width) => alignmentRows({ label, rows: cut(width < 700 ? narrow : drawn), width }))}
<figcaption>A line below a column: all sequences agree.${
      drawn < columns
        ? ` Shown are the first ${positionText(drawn)} of ${counted(columns, 'column')}; the data has all.`
        : ''
    }${
      narrow < drawn ? html`<span class="narrow"> Narrow windows show the first ${positionText(narrow)}.</span>` : ''
    }</figcaption></figure>
`);
  }
  if (shown.length === 0) return html``;
  const rest = blocks.length - shown.length;
  return html`${shown}${
    rest > 0
      ? html`<p
class="soft">The letters of ${counted(rest, 'other block')} are in the data.</p>`
      : ''
  }`;
}

function rowOf(row: JsonObject): AlignmentRow {
  const isReverse = (numberOf(row, 'strand') ?? 1) < 0;
  return {
    name: nameOf(row),
    first: numberOf(row, isReverse ? 'end' : 'start') ?? 0,
    direction: isReverse ? -1 : 1,
    letters: textOf(row, 'seq'),
  };
}
