/** Operations of the group Linkage Disequilibrium: around a variant, of a pair of variants, of a region. */
import { linkagePairwise, linkageWindow, MAX_WINDOW } from '../handlers/linkage/window.ts';
import { linkageRegion } from '../handlers/linkage/region.ts';
import { flag, float, operation, pathText, text, type Formats, type Operation } from '../operation/operation.ts';

const GROUP = 'Linkage Disequilibrium';
const FORMATS: Formats = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species with a variation database', { example: '{ld_species}' });
const population = pathText(
  'Population with genotypes; info/variation/populations/:species?filter=LD lists them. A pair is reported only if ' +
    'at least 20 samples of the population have genotypes of both variants.',
  { optional: true, example: '{ld_population}' },
);

const thresholds = {
  d_prime: float('Only pairs with at least this |D′|, from 0 to 1.', { default: 0 }),
  r2: float('Only pairs with at least this r², from 0 to 1. Pairs below 0.05 are never listed.', { default: 0 }),
};

export const operations: Operation[] = [
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ld/:species/:id/:population_name',
    aliases: ['/ld/:species/:id'],
    summary: 'Return linkage disequilibrium between a variant and all others in a window centred on it.',
    description: "Computed by expectation maximisation from the unphased genotypes of the population's samples.",
    parameters: {
      species,
      id: pathText('Name of a variant', { example: '{ld_variant}' }),
      population_name: population,
      ...thresholds,
      window_size: float('Width of the window in kb, half on each side of the variant.', {
        default: MAX_WINDOW,
        minimum: 0,
        maximum: MAX_WINDOW,
        errorText: () => `window_size needs to be a value between 0 and ${MAX_WINDOW}.`,
      }),
      attribs: flag('Include location, consequence and clinical significance of the other variant.'),
    },
    formats: FORMATS,
    handler: linkageWindow,
    example: '/ld/{ld_species}/{ld_variant}/{ld_population}',
  }),
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ld/:species/pairwise/:id1/:id2',
    aliases: ['/ld/:species/pairwise/:id1'],
    summary: 'Return linkage disequilibrium between two variants.',
    parameters: {
      species,
      id1: pathText('Name of a variant', { example: '{ld_variant}' }),
      id2: pathText('Name of another variant', { optional: true, example: '{ld_partner}' }),
      ...thresholds,
      population_name: text('Only in this population; by default in each population with genotypes.', {
        example: '{ld_population}',
      }),
    },
    formats: FORMATS,
    handler: linkagePairwise,
    example: '/ld/{ld_species}/pairwise/{ld_variant}/{ld_partner}',
  }),
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ld/:species/region/:region/:population_name',
    aliases: ['/ld/:species/region/:region'],
    summary: 'Return linkage disequilibrium between all pairs of variants in a region.',
    longestSlice: 1_000_000,
    parameters: {
      species,
      region: pathText('Name, start and end: 6:31066417-31070000', { example: '{ld_region}' }),
      population_name: population,
      ...thresholds,
    },
    formats: FORMATS,
    handler: linkageRegion,
    example: '/ld/{ld_species}/region/{ld_region}/{ld_population}',
  }),
];
