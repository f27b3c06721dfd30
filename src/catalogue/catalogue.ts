/** Every operation of the service. Routing, documentation and the tests' coverage check read this list. */
import type { Operation } from '../operation/operation.ts';
import { operations as archive } from './archive.ts';
import { operations as beacon } from './beacon.ts';
import { alignmentOperations, operations as compara } from './compara.ts';
import { operations as infoData } from './info-data.ts';
import { operations as haplotypes } from './haplotypes.ts';
import { genomeOperations, operations as info } from './info.ts';
import { operations as linkage } from './linkage.ts';
import { operations as lookup } from './lookup.ts';
import { operations as mapping } from './mapping.ts';
import { operations as overlap } from './overlap.ts';
import { operations as phenotypes } from './phenotypes.ts';
import { operations as refget } from './refget.ts';
import { operations as regulation } from './regulation.ts';
import { operations as sequence } from './sequence.ts';
import { operations as terms } from './terms.ts';
import { operations as variation } from './variation.ts';
import { operations as vep } from './vep.ts';
import { operations as xrefs } from './xrefs.ts';

/** In the order of the documentation. */
export const operations: readonly Operation[] = [
  ...alignmentOperations,
  ...archive,
  ...compara,
  ...xrefs,
  ...beacon,
  ...info,
  ...infoData,
  ...genomeOperations,
  ...linkage,
  ...lookup,
  ...mapping,
  ...terms,
  ...overlap,
  ...phenotypes,
  ...refget,
  ...regulation,
  ...sequence,
  ...haplotypes,
  ...variation,
  ...vep,
];
