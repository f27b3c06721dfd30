/** Comparative genomics: whole-genome alignments. */
import { alignmentOfRegion } from '../handlers/comparative-genomics/alignment.ts';
import { ALIGNMENT_METHODS } from '../handlers/comparative-genomics/aligned-set.ts';
import { choice, flag, list, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { SPECIES_NAME } from './species-name.ts';

export const operations: Operation[] = [
  operation({
    group: 'Comparative Genomics', method: 'GET', path: '/alignment/region/:species/:region', aliases: ['/alignment/block/region/:species/:region'],
    summary: 'Whole-genome alignments of a region, multiple or pairwise, with the tree of each block.', longestSlice: 1_000_000,
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{alignment_species}' }),
      region: pathText('Region, with or without a strand; the blocks are shown on it', { example: '{alignment_region}' }),
      compara: text('Name of the comparative database, of which several can stand side by side; where it is left out, that of the division of the species goes first'),
      aligned: flag('Show aligned sequences, with gaps, instead of plain ones', { default: true }),
      compact: flag('Show a genome that is there in several pieces as one row', { default: true }),
      no_branch_lengths: flag('Leave branch lengths out of the trees of multiple alignments'),
      mask: choice('Show repeats as N (hard) or in lower case (soft)', ['hard', 'soft'], { refusal: (value) => `'${value}' is not an allowed value for masking` }),
      method: text('How the genomes were aligned; info/compara/methods lists the methods of a database', {
        values: ALIGNMENT_METHODS, others: 'any other that the database has', default: 'EPO',
      }),
      species_set_group: text('Name of the group of species that were aligned; mammals where neither it nor species_set is sent; info/compara/species_sets/METHOD lists those of a method'),
      species_set: list('All species that were aligned, by any of their names: two for pairwise methods. Not with species_set_group'),
      display_species_set: list('Species to show of those aligned; several may be given'),
    },
    formats: ['json', 'xml', 'phyloxml', 'jsonp'], mediaTypes: { 'text/xml': 'phyloxml', 'application/xml': 'phyloxml' }, handler: alignmentOfRegion,
    example: '/alignment/region/{alignment_species}/{alignment_region}?compara={alignment_compara};method={alignment_method};species_set_group={alignment_set}',
  }),
];
