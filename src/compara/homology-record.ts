/**
 * A gene with all its homologies: value of the `homologies` table, by the gene's stable id in lower case, one record
 * for each genome that has the id.
 *
 *   varint length of the list | list: fields of condensed answers | details (homology-details.ts)
 *
 * so that a condensed answer decodes no details and reads nothing else. Homologies are in the order of their gene tree,
 * the nearest first. Levels and forms of ids are numbers in the species document of the database (ComparaSpecies).
 *
 *   list: form of the gene's ids, its ids, version | varint number of homologies | runs of the same level: varint
 *     length, level | form of each homologue's ids (varint each) | the ids (id-form.ts)
 */
import { at } from '../checked.ts';
import { FieldReader, type FieldWriter, joinHead, splitHead } from '../index/blocks/fields.ts';
import {
  readRuns,
  writeRuns,
  decodeDetails,
  encodeDetails,
  type DetailsFields,
  type HomologyDetails,
} from './homology-details.ts';
import { IdReader, IdWriter, type ComparedIds, type EncodedIds } from './id-form.ts';
import type { ComparaSpecies, HomologyLevel } from './species.ts';

export interface HomologyGene {
  geneId: string;
  /** Stable id of the product that was compared. */
  productId: string;
  /** genome_db_id. */
  genome: number;
}

interface Homology extends HomologyLevel {
  target: HomologyGene;
}

export interface GeneHomologies {
  gene: HomologyGene;
  version: number;
  homologies: Homology[];
  /** Decoded at the first call. */
  details(): HomologyDetails;
}

/** Ids of a gene with the number of their form. */
export interface FormedIds {
  form: number;
  ids: EncodedIds;
}

interface HomologyFields {
  gene: FormedIds;
  version: number;
  levels: readonly number[];
  targets: readonly FormedIds[];
  details: DetailsFields;
}

/** @param fields writer that contains the record */
export function encodeGeneHomologies(
  { gene, version, levels, targets, details }: HomologyFields,
  fields: FieldWriter,
): Uint8Array {
  const ids = new IdWriter(fields.number(gene.form));
  ids.write(gene.ids);
  fields.number(version).number(levels.length);
  writeRuns(levels, fields, (level) => fields.number(level));
  for (const { form } of targets) fields.number(form);
  for (const target of targets) ids.write(target.ids);
  const list = fields.record();
  return joinHead(list, encodeDetails(details, fields));
}

export function decodeGeneHomologies(record: Uint8Array, species: ComparaSpecies): GeneHomologies {
  const [list, rest] = splitHead(record);
  const fields = new FieldReader(list);
  const ids = new IdReader(fields);
  const form = species.idForm(fields.number());
  const gene = geneOf(ids.read(form), form.genome);
  const version = fields.number();
  const levels = readRuns(fields.number(), fields, () => species.homologyLevel(fields.number()));
  const forms = levels.map(() => species.idForm(fields.number()));
  let details: HomologyDetails | null = null;
  return {
    gene,
    version,
    homologies: levels.map(({ method, type, speciesTreeNode }, index) => {
      const targetForm = at(forms, index);
      return { method, type, speciesTreeNode, target: geneOf(ids.read(targetForm), targetForm.genome) };
    }),
    details: () => (details ??= decodeDetails(rest, levels.length)),
  };
}

function geneOf({ geneId, productId }: ComparedIds, genome: number): HomologyGene {
  return { geneId, productId, genome };
}
