/** The page of a gene, or of one of its transcripts or translations: transcripts, protein, exons, links. */
import { comparedLinks } from './compared-links.ts';
import { browsePath, pathOf } from './links.ts';
import { htmlList } from './parts.ts';
import { html, type Html } from '../html.ts';
import { axis, stripDefinitions } from '../drawing/strip.ts';
import { wrapped } from '../drawing/origin.ts';
import { basesText, positionText } from '../drawing/scale.ts';
import { transcriptStrip } from '../drawing/transcripts.ts';
import { readGene, type ShownGene, type ShownTranscript } from './gene-model.ts';
import { exonTable, proteinSection } from './gene-parts.ts';
import { isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import type { View, ViewRequest } from './view.ts';

/**
 * Most transcripts that are drawn, and most exons of all but the first: titin has 60 transcripts of up to 363 exons.
 */
const MAX_TRANSCRIPTS = 60;
const MAX_EXONS = 2500;

export async function geneView(answer: unknown, request: ViewRequest): Promise<View | null> {
  if (!isObject(answer)) return null;
  const geneId = await geneIdOf(answer, request);
  const species = request.release.speciesNamed(textOf(answer, 'species'));
  if (geneId === null || species === null) return null;
  const id = encodeURIComponent(geneId);
  const [expanded, exons] = await Promise.all([
    request.ask(`/lookup/id/${id}?expand=1;mane=1;species=${species}`),
    request.ask(`/overlap/id/${id}?feature=exon;species=${species}`),
  ]);
  const gene = readGene(expanded, species, objectsOf(exons), await circularLength(expanded, species, request));
  if (!gene || gene.transcripts.length === 0) return null;
  const wanted = textOf(answer, 'id').split('.', 1)[0];
  const chosen = gene.transcripts.find(({ id, translation }) => id === wanted || translation?.id === wanted) ?? null;
  return page(gene, chosen, request);
}

/** The length of the region of a gene that spans its origin; 0 for other genes, without a read. */
async function circularLength(gene: unknown, species: string, { release }: ViewRequest): Promise<number> {
  if (!isObject(gene)) return 0;
  const [start, end] = [numberOf(gene, 'start'), numberOf(gene, 'end')];
  if (start === undefined || end === undefined || start <= end) return 0;
  const [region] = (await (await release.genome(species)).seqRegions([textOf(gene, 'seq_region_name')])).flat();
  return region?.circular ? region.length : 0;
}

/** The gene that an object is or belongs to; null for objects without one. */
async function geneIdOf(answer: JsonObject, { ask }: ViewRequest): Promise<string | null> {
  switch (textOf(answer, 'object_type').toLowerCase()) {
    case 'gene':
      return textOf(answer, 'id') || null;
    case 'transcript':
      return textOf(answer, 'Parent') || null;
    case 'translation': {
      const transcript = await ask(`/lookup/id/${encodeURIComponent(textOf(answer, 'Parent'))}`);
      return isObject(transcript) ? textOf(transcript, 'Parent') || null : null;
    }
    default:
      return null;
  }
}

async function page(gene: ShownGene, chosen: ShownTranscript | null, request: ViewRequest): Promise<View> {
  const { base, release } = request;
  // The canonical transcript comes first.
  const shown = chosen ?? gene.transcripts[0];
  const species = release.manifest.species.find(({ name }) => name === gene.species)?.displayName ?? gene.species;
  const place = browsePath(gene, gene);
  const [protein, about] = await Promise.all([
    shown ? proteinSection(gene, shown, request) : html``,
    links(gene, shown, request),
  ]);
  const title = chosen ? `${chosen.name} · ${gene.name}` : gene.name;
  return {
    title: `${title} · ${species}`,
    body: html`<p class="soft crumbs">${species} &rsaquo; <a href="${base}${place}">${gene.region}</a>
${chosen ? html`&rsaquo; <a href="${base}${pathOf('lookup', 'id', gene.id)}">${gene.name}</a>` : ''}</p>
<h1>${chosen ? chosen.name : gene.name}
${gene.description ? html`<span class="subtitle">${gene.description}</span>` : ''}</h1>
${facts(gene, chosen, base, place)}
${about}
<h2 id="transcripts">Transcripts</h2>
${transcripts(gene, chosen, base)}
${protein}
${shown ? exonTable(gene, shown, base) : ''}`,
  };
}

function facts(gene: ShownGene, chosen: ShownTranscript | null, base: string, place: string): Html {
  const { id, version, biotype } = chosen ?? gene;
  const position = (unrolled: number) => positionText(wrapped(unrolled, gene.circularLength));
  const shownPlace = `${gene.region}:${position(gene.start)}-${position(gene.end)}`;
  const mane = chosen?.mane.map(({ kind, refseq }) => `${kind} ${refseq}`).join(', ');
  return htmlList([
    [chosen ? 'Transcript' : 'Gene', html`<code>${id}${version ? `.${version}` : ''}</code>`],
    ['Type', biotype.replaceAll('_', ' ')],
    ['Location', html`<a href="${base}${place}">${shownPlace}</a>`],
    ['Strand', strandText(gene, chosen)],
    ['Length', basesText((chosen ?? gene).end - (chosen ?? gene).start + 1)],
    ['Assembly', gene.assembly],
    ['Source', gene.source.replaceAll('_', ' ')],
    ['MANE', mane ?? ''],
  ]);
}

function strandText(gene: ShownGene, chosen: ShownTranscript | null): string {
  const strands = new Set(
    (chosen ? [chosen] : gene.transcripts).flatMap(({ exons }) => exons.map((exon) => exon.strand)),
  );
  if (strands.size > 1) return 'both (trans-spliced)';
  return gene.strand < 0 ? 'reverse' : 'forward';
}

async function links(
  gene: ShownGene,
  shown: ShownTranscript | undefined,
  { base, release, ask }: ViewRequest,
): Promise<Html> {
  const variation = release.hasDatabase(gene.species, 'variation');
  const phenotypes = pathOf('phenotype', 'gene', gene.species, gene.id);
  const [found, compared] = await Promise.all([variation ? ask(phenotypes) : null, comparedLinks(release, gene)]);
  const hasPhenotypes = objectsOf(found).length > 0;
  const translation = shown?.translation;
  const rows: [name: string, path: string, exists: boolean][] = [
    ['Genomic sequence', pathOf('sequence', 'id', gene.id), true],
    ['cDNA', `${pathOf('sequence', 'id', shown?.id ?? '')}?type=cdna`, shown !== undefined],
    ['Coding sequence', `${pathOf('sequence', 'id', shown?.id ?? '')}?type=cds`, Boolean(translation)],
    ['Protein sequence', pathOf('sequence', 'id', translation?.id ?? ''), Boolean(translation)],
    ['References', `${pathOf('xrefs', 'id', gene.id)}?all_levels=1`, true],
    ...compared.map(([name, path]): [string, string, boolean] => [name, path, true]),
    ['Variants', `${pathOf('overlap', 'id', gene.id)}?feature=variation`, variation],
    ['Phenotypes', phenotypes, hasPhenotypes],
    ['Region', browsePath(gene, gene), true],
  ];
  return html`<nav class="chips" aria-label="About this gene">
${rows
  .filter(([, , exists]) => exists)
  .map(
    ([name, path]) => html`<a href="${base}${path}">${name}</a>
`,
  )}</nav>`;
}

function transcripts(gene: ShownGene, chosen: ShownTranscript | null, base: string): Html {
  let exons = 0;
  const drawn = gene.transcripts.filter(
    (transcript, which) => which === 0 || (which < MAX_TRANSCRIPTS && (exons += transcript.exons.length) <= MAX_EXONS),
  );
  if (chosen && !drawn.includes(chosen)) drawn.push(chosen);
  const left = gene.transcripts.length - drawn.length;
  const direction = gene.strand < 0 ? '← reverse strand' : 'forward strand →';
  return html`${stripDefinitions()}
<div class="strips">
<div class="strip-row"><div class="soft">${direction}</div>${axis(gene, 6, gene.circularLength)}</div>
${drawn.map((transcript) => {
  const { id, version, name, translation } = transcript;
  const biotype = transcript.biotype === 'protein_coding' ? '' : ` · ${transcript.biotype.replaceAll('_', ' ')}`;
  const size = translation ? `${translation.length.toLocaleString('en')} aa` : basesText(transcript.length);
  return html`<div class="strip-row${transcript === chosen ? ' chosen' : ''}">
<div><a href="${base}${pathOf('lookup', 'id', id)}"><strong>${name}</strong></a> ${badges(transcript)}
<span class="line soft">${name === id ? '' : `${id}${version ? `.${version}` : ''} · `}${size}${biotype}</span></div>
${transcriptStrip(transcript, gene)}</div>
`;
})}</div>
<p class="legend soft"><span class="swatch coding"></span> coding <span class="swatch utr"></span> untranslated
<span class="swatch noncoding"></span> not coding
${
  left > 0
    ? html` · <a href="${base}${pathOf('lookup', 'id', gene.id)}?expand=1">${String(
        left,
      )} more transcripts</a> are in the data`
    : ''
}</p>`;
}

function badges({ isCanonical, mane }: ShownTranscript): Html {
  return html`${isCanonical ? html`<span class="badge">Canonical</span> ` : ''}${mane.map(
    ({ kind }) => html`<span class="badge mane">${kind}</span> `,
  )}`;
}
