/** Variation: variants by name and by publication. */
import { variation, variations } from '../handlers/variation/variation.ts';
import { variationsByPmcid, variationsByPmid } from '../handlers/variation/publication.ts';
import { flag, operation, pathText, type Operation } from '../operation/operation.ts';

const FORMATS = ['json', 'xml', 'jsonp'] as const;

const species = pathText('Species name or alias', { example: '{variation_species}' });

const parts = {
  pops: flag('Show frequencies of alleles in populations'),
  genotypes: flag('Show genotypes of samples'),
  genotyping_chips: flag('Show the genotyping chips that test the variant'),
  phenotypes: flag('Show traits and diseases that sources associate with the variant'),
  population_genotypes: flag('Show frequencies of genotypes in populations'),
};

const NAMES = 'Names are those of variants, their synonyms (those of variants that were merged into them, too), numbers of submissions (ss…), and names of structural '
  + 'variants. Letters count alike in either case.';

export const operations: Operation[] = [
  operation({
    group: 'Variation', method: 'GET', path: '/variation/:species/:id',
    summary: 'Find a variant by its name.',
    description: `Its places on the genome, alleles, consequences and evidence, and on request what is known of it in samples and populations. ${NAMES}`,
    parameters: { species, id: pathText('Name of a variant', { example: '{variant}' }), ...parts },
    formats: FORMATS, handler: variation, example: '/variation/{variation_species}/{variant}?pops=1;genotypes=1;phenotypes=1',
  }),
  operation({
    group: 'Variation', method: 'POST', path: '/variation/:species',
    summary: 'Find many variants by their names.',
    description: `Under the name each has in the database; unknown ones are left out. ${NAMES}`,
    parameters: { species, ...parts },
    body: { key: 'ids', summary: 'Names of variants', limit: 200, missing: "You POST data does not contain a list keyed by 'ids'", example: ['{variant}'] },
    formats: FORMATS, handler: variations, example: '/variation/{variation_species}',
  }),
  operation({
    group: 'Variation', method: 'GET', path: '/variation/:species/pmid/:pmid',
    summary: 'Find the variants that a publication cites, by its number in PubMed.',
    parameters: { species, pmid: pathText('PubMed number', { example: '{pmid}' }) },
    formats: FORMATS, handler: variationsByPmid, example: '/variation/{pmid_species}/pmid/{pmid}',
  }),
  operation({
    group: 'Variation', method: 'GET', path: '/variation/:species/pmcid/:pmcid',
    summary: 'Find the variants that a publication cites, by its identifier in PubMed Central.',
    parameters: { species, pmcid: pathText('PubMed Central identifier', { example: '{pmcid}' }) },
    formats: FORMATS, handler: variationsByPmcid, example: '/variation/{pmcid_species}/pmcid/{pmcid}',
  }),
];
