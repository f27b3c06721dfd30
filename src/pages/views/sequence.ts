/** The page of sequences: letters in lines of 60 with positions, as in FASTA, and their length. */
import { basesText, positionText } from '../drawing/scale.ts';
import { html, type Html } from '../html.ts';
import { isObject, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { linkList, pathOf } from './links.ts';
import type { PageRequest, View } from './view.ts';

/** Letters of a line, as in FASTA. */
const LINE = 60;
/** Most letters that a page shows of a sequence, and most sequences. */
const MAX_LETTERS = 60_000;
const MAX_SEQUENCES = 50;

export function sequenceView(answer: unknown, request: PageRequest): View | null {
  const all = (isObject(answer) ? [answer] : objectsOf(answer)).filter((each) => textOf(each, 'seq') !== '');
  const [first] = all;
  if (!first) return null;
  const name = request.path.region ?? (textOf(first, 'id') || textOf(first, 'query'));
  const title = `${kindOf(first, request)} sequence of ${all.length > 1 ? (request.path.id ?? name) : name}`;
  return {
    title,
    body: html`<h1>${title}</h1>
${linkList(linksOf(request))}
${all.slice(0, MAX_SEQUENCES).map((each) => section(each, all.length > 1))}
${
  all.length > MAX_SEQUENCES
    ? html`<p class="soft">The first ${String(MAX_SEQUENCES)} of ${positionText(all.length)} sequences.</p>`
    : ''
}`,
  };
}

function kindOf(sequence: JsonObject, { query }: PageRequest): string {
  if (textOf(sequence, 'molecule') === 'protein') return 'Protein';
  switch (query.get('type')?.[0]) {
    case 'cds':
      return 'Coding';
    case 'cdna':
      return 'cDNA';
    default:
      return 'Genomic';
  }
}

/** FASTA of the same request, and what it is a sequence of. */
function linksOf({ base, path, query }: PageRequest): [string, string][] {
  const { id, species = '', region = '' } = path;
  const kept = [...query].flatMap(([name, values]) =>
    name === 'content-type' ? [] : values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  const own = id === undefined ? pathOf('sequence', 'region', species, region) : pathOf('sequence', 'id', id);
  const fasta: [string, string] = ['FASTA', `${base}${own}?${[...kept, 'content-type=text/x-fasta'].join('&')}`];
  // Without its strand, a region is one of the genome browser.
  const place = pathOf('browse', species, region.replace(/:-?1$/, '').replace('..', '-'));
  return [fasta, id === undefined ? ['Region', base + place] : ['Gene', base + pathOf('lookup', 'id', id)]];
}

function section(sequence: JsonObject, isNamed: boolean): Html {
  const letters = textOf(sequence, 'seq');
  const isProtein = textOf(sequence, 'molecule') === 'protein';
  const length = isProtein ? `${positionText(letters.length)} residues` : basesText(letters.length);
  const exact = !isProtein && letters.length >= 1000 ? ` (${positionText(letters.length)})` : '';
  const name = textOf(sequence, 'id') || textOf(sequence, 'query');
  const version = textOf(sequence, 'version');
  const heading = [name && version ? `${name}.${version}` : name, textOf(sequence, 'desc')].filter(Boolean).join(' ');
  const shown = letters.slice(0, MAX_LETTERS);
  const width = positionText(shown.length).length;
  const lines = Array.from({ length: Math.ceil(shown.length / LINE) }, (_, which) => {
    const position = positionText(which * LINE + 1).padStart(width);
    return html`<span class="soft">${position}</span> ${shown.slice(which * LINE, (which + 1) * LINE)}
`;
  });
  return html`${isNamed ? html`<h2>${name}</h2>` : ''}
<p><strong>${length}</strong>${exact}${heading === '' ? '' : html` <span class="soft">${heading}</span>`}</p>
<pre class="residues" tabindex="0" role="group" aria-label="Letters of ${name || 'the sequence'}">${lines}</pre>
${
  shown.length < letters.length
    ? html`<p class="soft">The first ${positionText(shown.length)} letters; FASTA has all.</p>`
    : ''
}`;
}
