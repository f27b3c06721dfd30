/** Every operation of the service. Routing, documentation and the tests' coverage check read this list. */
import { operations as alignments } from './alignments.ts';
import { operations as archive } from './archive.ts';
import { operations as comparativeGenomics } from './comparative-genomics.ts';
import { operations as crossReferences } from './cross-references.ts';
import { operations as information } from './information.ts';
import { operations as informationOnData } from './information-data.ts';
import { operations as informationOnGenomes } from './information-genomes.ts';
import { operations as linkageDisequilibrium } from './linkage-disequilibrium.ts';
import { operations as lookup } from './lookup.ts';
import { operations as mapping } from './mapping.ts';
import { operations as ontologiesAndTaxonomy } from './ontologies-and-taxonomy.ts';
import type { Operation } from '../operation/operation.ts';
import { operations as overlap } from './overlap.ts';
import { operations as phenotypes } from './phenotypes.ts';
import { operations as regulation } from './regulation.ts';
import { operations as sequence } from './sequence.ts';
import { operations as variantRecoder } from './variant-recoder.ts';
import { operations as variation } from './variation.ts';

export const operations: readonly Operation[] = [
  ...alignments, ...archive, ...comparativeGenomics, ...crossReferences, ...information, ...informationOnData, ...informationOnGenomes, ...linkageDisequilibrium, ...lookup, ...mapping, ...ontologiesAndTaxonomy, ...overlap,
  ...phenotypes, ...regulation, ...sequence, ...variantRecoder, ...variation,
];
