/** Operation of the group Transcript Haplotypes: the coding sequences and proteins that samples have. */
import { transcriptHaplotypes } from '../handlers/haplotypes/haplotypes.ts';
import { flag, operation, pathText, type Operation } from '../operation/operation.ts';

export const operations: Operation[] = [
  operation({
    group: 'Transcript Haplotypes',
    method: 'GET',
    path: '/transcript_haplotypes/:species/:id',
    summary: 'Return the distinct coding sequences and proteins of a transcript in all samples with genotypes.',
    description:
      'Computed from the genotypes of VCF files. The n-th allele of a genotype is on the n-th haplotype of the ' +
      'sample, ' +
      'whether the genotype is phased or not. Differences from the reference, counts and frequencies by population ' +
      'are always included.',
    parameters: {
      species: pathText('Name or alias of a species with VCF files', { example: '{haplotype_species}' }),
      id: pathText('Stable id of a protein-coding transcript', { example: '{haplotype_transcript}' }),
      sequence: flag('Include the sequence of each haplotype.'),
      aligned_sequences: flag('Include the alignment of each haplotype with the reference.'),
      samples: flag('Include the samples that have each haplotype, and how many copies.'),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: transcriptHaplotypes,
    example: '/transcript_haplotypes/{haplotype_species}/{haplotype_transcript}',
  }),
];
