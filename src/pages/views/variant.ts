/** The page of a variant: effects, frequencies, genotypes, phenotypes and the sequence around it. */
import { MIN_HAPLOTYPES } from '../../linkage/two-locus.ts';
import { dataTable } from '../data-table.ts';
import { positionText } from '../drawing/scale.ts';
import { html, type Html } from '../html.ts';
import { consequenceTables } from './consequence-table.ts';
import { isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { linkList, pathOf, speciesText } from './links.ts';
import { htmlList } from './parts.ts';
import { populationShares } from './population-shares.ts';
import type { View, PageRequest } from './view.ts';

/** Bases on each side of the variant in the sequence, and in links to what is around it. */
const FLANK = 60;
const NEIGHBOURHOOD = 2500;
/** Longer alleles, and phenotypes beyond this number, are only in the data. */
const MAX_ALLELE = 200;
const MAX_PHENOTYPES = 200;
const MAX_LD_POPULATIONS = 6;
/** Samples that give the fewest haplotypes from which linkage is computed. */
const MIN_LD_SAMPLES = MIN_HAPLOTYPES / 2;

export async function variantView(answer: unknown, request: PageRequest): Promise<View | null> {
  if (!isObject(answer) || textOf(answer, 'name') === '') return null;
  const { base, path, ask } = request;
  const { species = '' } = path;
  const name = textOf(answer, 'name');
  const [mapping] = objectsOf(answer.mappings);
  const isStructural = mapping !== undefined && isWithoutAlleles(mapping);
  const [details, effects, sequence, populations] = await Promise.all([
    ask(`${pathOf('variation', species, name)}?pops=1;population_genotypes=1;phenotypes=1`),
    isStructural ? null : ask(`${pathOf('vep', species, 'id', name)}?canonical=1;mane=1;numbers=1`),
    mapping && !isStructural ? flank(mapping, request) : null,
    isStructural ? null : ask(`${pathOf('info', 'variation', 'populations', species)}?filter=LD`),
  ]);
  const variant = isObject(details) ? { ...answer, ...details } : answer;
  const [effect] = objectsOf(effects);
  const listed = objectsOf(populations).map((population) => textOf(population, 'name'));
  const linked = isStructural || listed.length > 0 ? listed : await populationsWithGenotypes(variant, request);
  const type = textOf(variant, 'var_class');
  return {
    title: name,
    scripts: ['sort.js'],
    body: html`<h1>${name}</h1>
<p>${type === '' ? 'Variant' : `${type.charAt(0).toUpperCase()}${type.slice(1)}`} of ${speciesText(species)}${
      textOf(variant, 'most_severe_consequence') === ''
        ? ''
        : `, ${textOf(variant, 'most_severe_consequence').replaceAll('_', ' ')}`
    }.</p>
${facts(variant, base, species)}
${mapping ? linkList(linksOf(mapping, name, request, linked)) : ''}
${sequence ?? ''}
${effect ? consequenceTables(effect, base) : ''}
${populationShares(objectsOf(variant.populations), 'allele', 'Frequencies of alleles')}
${populationShares(objectsOf(variant.population_genotypes), 'genotype', 'Frequencies of genotypes')}
${phenotypes(objectsOf(variant.phenotypes))}`,
  };
}

/**
 * Populations for linkage of a genome that lists none: those with genotypes of this variant. A VCF file without a list
 * of populations has one of all its samples, which such lists leave out.
 */
async function populationsWithGenotypes(variant: JsonObject, { path, release }: PageRequest): Promise<string[]> {
  const here = new Set(objectsOf(variant.population_genotypes).map((entry) => textOf(entry, 'population')));
  if (here.size === 0) return [];
  const all = await release.genotypedPopulations(path.species ?? '', MIN_LD_SAMPLES);
  return [...new Set(all)].filter((population) => here.has(population));
}

/** Whether the variant is structural: VEP and its like need alleles. */
function isWithoutAlleles(mapping: JsonObject): boolean {
  return textOf(mapping, 'allele_string') === '';
}

function facts(variant: JsonObject, base: string, species: string): Html {
  const frequency = numberOf(variant, 'MAF');
  const minor = textOf(variant, 'minor_allele');
  const study = isObject(variant.study) ? variant.study : {};
  const mappings = objectsOf(variant.mappings);
  const rows: [string, Html | string][] = [
    [
      mappings.length > 1 ? 'Places' : 'Place',
      html`${mappings.map((mapping, at) => html`${at === 0 ? '' : ', '}${placeOf(mapping, base, species)}`)}`,
    ],
    ['Alleles', [...new Set(mappings.map((mapping) => shownAllele(textOf(mapping, 'allele_string'))))].join(', ')],
    [
      'Ancestral allele',
      mappings.map((mapping) => textOf(mapping, 'ancestral_allele')).find((text) => text !== '') ?? '',
    ],
    ['Minor allele', frequency === undefined ? '' : `${minor}, frequency ${frequency}`],
    ['Clinical significance', listOf(variant.clinical_significance)],
    ['Evidence', listOf(variant.evidence)],
    ['Failed checks', textOf(variant, 'failed').replaceAll(';', '; ')],
    ['Study', [textOf(study, 'name'), textOf(study, 'description')].filter((text) => text !== '').join(': ')],
    ['Synonyms', listOf(variant.synonyms)],
    ['Source', textOf(variant, 'source')],
  ];
  return htmlList(rows);
}

/** Words of a list that are texts, at most 20 of them. */
function listOf(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const words = value
    .filter((word): word is string => typeof word === 'string')
    .map((word) => word.replaceAll('_', ' '));
  return words.length > 20 ? `${words.slice(0, 20).join(', ')} and ${words.length - 20} more` : words.join(', ');
}

function shownAllele(allele: string): string {
  return allele.length > MAX_ALLELE ? `${allele.slice(0, MAX_ALLELE)}…` : allele;
}

function placeOf(mapping: JsonObject, base: string, species: string): Html {
  const { region, start, end } = spanOf(mapping);
  const text = start === end ? positionText(start) : `${positionText(start)}-${positionText(end)}`;
  const strand = (numberOf(mapping, 'strand') ?? 1) < 0 ? ', reverse strand' : '';
  const around = `${region}:${Math.max(1, Math.min(start, end) - NEIGHBOURHOOD)}-${
    Math.max(start, end) + NEIGHBOURHOOD
  }`;
  return html`<a href="${base}${pathOf('browse', species, around)}">${region}:${text}</a>${strand} (${textOf(
    mapping,
    'assembly_name',
  )})`;
}

function spanOf(mapping: JsonObject): { region: string; start: number; end: number } {
  const start = numberOf(mapping, 'start') ?? 1;
  return { region: textOf(mapping, 'seq_region_name'), start, end: numberOf(mapping, 'end') ?? start };
}

function linksOf(
  mapping: JsonObject,
  name: string,
  { base, path: { species = '' }, release }: PageRequest,
  populations: readonly string[],
): [string, string][] {
  const { region, start, end } = spanOf(mapping);
  const isStructural = isWithoutAlleles(mapping);
  const here = pathOf('overlap', 'region', species, `${region}:${Math.min(start, end)}-${Math.max(start, end)}`);
  return [
    ['Genes here', `${base}${here}?feature=gene`],
    ...(release.groupsOf(species).includes('funcgen')
      ? ([['Regulation here', `${base}${here}?feature=regulatory`]] satisfies [string, string][])
      : []),
    ...(isStructural
      ? []
      : ([
          ['All ids and notations', `${base}${pathOf('variant_recoder', species, name)}`],
          ['VEP in full', `${base}${pathOf('vep', species, 'id', name)}`],
        ] satisfies [string, string][])),
    ...populations
      .slice(0, MAX_LD_POPULATIONS)
      .map((population): [string, string] => [
        `Linkage in ${population}`,
        `${base}${pathOf('ld', species, name, population)}`,
      ]),
  ];
}

/** The sequence around the variant, with its alleles in brackets. */
async function flank(mapping: JsonObject, { ask, path }: PageRequest): Promise<Html | null> {
  const { region, start, end } = spanOf(mapping);
  const { species = '' } = path;
  const from = Math.max(1, start - FLANK);
  // An insertion is between its end and its start, the base after it.
  const answer = await ask(pathOf('sequence', 'region', species, `${region}:${from}..${end + FLANK}:1`));
  const letters = isObject(answer) ? textOf(answer, 'seq') : '';
  const before = letters.slice(0, start - from);
  const after = letters.slice(end - from + 1);
  // Where the assembly has no bases, there is nothing to see.
  if (/^N*$/i.test(before + after)) return null;
  const alleles = shownAllele(textOf(mapping, 'allele_string'));
  return html`<h2>Sequence</h2>
<pre class="flank">${before}<mark>[${alleles}]</mark>${after}</pre>
<p class="soft">${FLANK} bases on each side, forward strand${
    (numberOf(mapping, 'strand') ?? 1) < 0 ? '; the alleles are of the reverse strand' : ''
  }.</p>`;
}

function phenotypes(entries: readonly JsonObject[]): Html | '' {
  if (entries.length === 0) return '';
  const rows = entries
    .slice(0, MAX_PHENOTYPES)
    .map((entry) => [
      textOf(entry, 'trait'),
      textOf(entry, 'source'),
      textOf(entry, 'genes'),
      textOf(entry, 'risk_allele'),
      { shown: textOf(entry, 'pvalue'), value: numberOf(entry, 'pvalue') ?? '' },
      listOf(entry.ontology_accessions),
    ]);
  const columns = ['Phenotype', 'Source', 'Genes', 'Risk allele'].map((name) => ({ name }));
  return html`<h2>Phenotypes</h2>
${
  entries.length > rows.length
    ? html`<p class="soft">The first ${rows.length} of ${positionText(entries.length)}.</p>`
    : ''
}
${dataTable({
  label: 'Phenotypes',
  columns: [...columns, { name: 'p-value', isNumber: true }, { name: 'Ontology terms' }],
  rows,
})}`;
}
