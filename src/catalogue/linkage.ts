/** Operations of the group Linkage Disequilibrium: of a variant, of a pair, of a region. */
import { linkagePairwise, linkageWindow, MAX_WINDOW } from '../handlers/linkage/window.ts';
import { linkageRegion } from '../handlers/linkage/region.ts';
import { flag, float, operation, pathText, text, type Format, type Operation } from '../operation/operation.ts';

const GROUP = 'Linkage Disequilibrium';
const FORMATS: readonly Format[] = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species with a variation database', { example: '{ld_species}' });
const population = pathText(
  'A population with genotypes: see info/variation/populations/:species?filter=LD. Pairs need 20 samples of it in ' +
    'which both variants are typed; where there are fewer, the list is empty.',
  { optional: true, example: '{ld_population}' },
);

const thresholds = {
  d_prime: float('Only pairs with at least this |D′|: none above 1.', { default: 0 }),
  r2: float('Only pairs with at least this r²: none above 1. Pairs below 0.05 are never listed.', { default: 0 }),
};

export const operations: Operation[] = [
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ld/:species/:id/:population_name',
    aliases: ['/ld/:species/:id'],
    summary: 'Linkage disequilibrium between a variant and all others in a window that is centred on it.',
    description: "Computed from the genotypes of the population's samples, unphased, by expectation maximisation.",
    parameters: {
      species,
      id: pathText('Name of a variant', { example: '{ld_variant}' }),
      population_name: population,
      ...thresholds,
      window_size: float('Width of the window in kb, half of it to either side.', {
        default: MAX_WINDOW,
        minimum: 0,
        maximum: MAX_WINDOW,
        refusal: () => `window_size needs to be a value between 0 and ${MAX_WINDOW}.`,
      }),
      attribs: flag('Describe the other variant: place, consequence, clinical significance.'),
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
    summary: 'Linkage disequilibrium between two variants.',
    parameters: {
      species,
      id1: pathText('Name of a variant', { example: '{ld_variant}' }),
      id2: pathText('Name of another variant', { optional: true, example: '{ld_partner}' }),
      ...thresholds,
      population_name: text('Only in this population; otherwise in each that has genotypes.', {
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
    summary: 'Linkage disequilibrium between all pairs of variants in a region.',
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
