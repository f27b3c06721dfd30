/** Homologies of genes as JSON and as OrthoXML. */
import { alignedSequence } from '../../compara/cigar-line.ts';
import { dnDsRatio, type AlignedProduct, type GeneHomologies, type HomologyDetails, type HomologyGene, type SequencePlaces } from '../../compara/homology-record.ts';
import { printedNumber } from '../../compara/printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { orthoxml, type OrthoGene, type OrthoGroup, type OrthoScore, type OrthoSpecies } from '../../formats/orthoxml.ts';
import type { RecordLocation } from '../../index/object-sink.ts';
import type { Compara } from '../../release/compara.ts';
import { orthoSpecies, taxonProperties } from './gene-tree-answer.ts';

/** A gene that was asked for, and which of its homologies are wanted. */
export interface Found {
  /** The id as the client wrote it. */
  requested: string;
  record: GeneHomologies;
  /** Indices into record.homologies. */
  wanted: readonly number[];
}

export interface HomologyForm {
  condensed: boolean;
  /** Which letters are shown, if any. */
  letters: 'product' | 'coding' | null;
  aligned: boolean;
  cigarLine: boolean;
}

/** `{"id": …, "homologies": […]}` of each gene. One wave of reads for the letters of all. */
export async function homologiesJson(found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm): Promise<string[]> {
  if (form.condensed) return found.map((each) => geneJson(each, each.wanted.map((index) => condensed(each.record, index, species))));
  const details = found.map(({ record }) => record.details());
  const letters = await readLetters(found, details, compara, form);
  return found.map((each, which) => {
    const write = new FullWriter(each.record, details[which]!, species, form, letters);
    return geneJson(each, each.wanted.map((index) => write.homology(index)));
  });
}

function geneJson({ requested }: Found, homologies: readonly string[]): string {
  return `{"id":${JSON.stringify(requested)},"homologies":[${homologies.join()}]}`;
}

function condensed({ homologies }: GeneHomologies, index: number, species: ComparaSpecies): string {
  const { type, method, speciesTreeNode, target } = homologies[index]!;
  return JSON.stringify({
    type, taxonomy_level: levelOf(speciesTreeNode, species), method_link_type: method, id: target.geneId, protein_id: target.productId, species: species.genome(target.genome)?.name ?? null,
  });
}

function levelOf(speciesTreeNode: number | null, species: ComparaSpecies): string | null {
  return species.node(speciesTreeNode)?.name ?? null;
}

type Letters = (places: SequencePlaces, peptide: boolean) => string | null;

/** RNA has no coding bases: its own stand for them. */
function placeOf({ product, coding }: SequencePlaces, peptide: boolean, form: HomologyForm): RecordLocation | null {
  return form.letters === 'coding' && peptide ? coding : product;
}

async function readLetters(found: readonly Found[], details: readonly HomologyDetails[], compara: Compara, form: HomologyForm): Promise<Letters> {
  if (!form.letters) return () => null;
  const places = new Map<string, RecordLocation>();
  const need = (sequences: SequencePlaces, peptide: boolean) => {
    const place = placeOf(sequences, peptide, form);
    if (place) places.set(place.join(), place);
  };
  found.forEach(({ wanted }, which) => {
    const { sequences, peptide, of } = details[which]!;
    if (wanted.length > 0) need(sequences, peptide);
    for (const index of wanted) {
      const { target } = of(index);
      need(target.sequences, target.peptide);
    }
  });
  const texts = await compara.sequencesAt([...places.values()]);
  const byPlace = new Map([...places.keys()].map((key, each): [string, string] => [key, texts[each]!]));
  return (sequences, peptide) => {
    const place = placeOf(sequences, peptide, form);
    return place ? byPlace.get(place.join())! : null;
  };
}

/** Homologies of one gene in full, as JSON text: a gene may have a thousand, each with two aligned sequences. */
class FullWriter {
  readonly #record: GeneHomologies;
  readonly #details: HomologyDetails;
  readonly #species: ComparaSpecies;
  readonly #form: HomologyForm;
  readonly #letters: Letters;
  readonly #own: string;
  readonly #ownLetters: string | null;

  constructor(record: GeneHomologies, details: HomologyDetails, species: ComparaSpecies, form: HomologyForm, letters: Letters) {
    this.#record = record;
    this.#details = details;
    this.#species = species;
    this.#form = form;
    this.#letters = letters;
    this.#own = this.#identity(record.gene);
    this.#ownLetters = letters(details.sequences, details.peptide);
  }

  homology(index: number): string {
    const { type, method, speciesTreeNode, target: gene } = this.#record.homologies[index]!;
    const { source, target, scores } = this.#details.of(index);
    const ratio = Number(dnDsRatio(scores) ?? 0);
    const level = levelOf(speciesTreeNode, this.#species);
    return `{"type":${JSON.stringify(type)},"taxonomy_level":${JSON.stringify(level)},"method_link_type":${JSON.stringify(method)},"dn_ds":${ratio === 0 ? 'null' : ratio},`
      + `"source":{${this.#own}${this.#product(source, this.#details.peptide, this.#ownLetters)}},`
      + `"target":{${this.#identity(gene)}${this.#product(target, target.peptide, this.#letters(target.sequences, target.peptide))}}}`;
  }

  #identity({ geneId, productId, genome }: HomologyGene): string {
    const its = this.#species.genome(genome);
    const taxon = its?.taxonId == null ? '' : `,"taxon_id":${its.taxonId}`;
    return `"id":${JSON.stringify(geneId)},"species":${JSON.stringify(its?.name ?? null)},"protein_id":${JSON.stringify(productId)}${taxon}`;
  }

  #product({ cigarLine, identity, similarity }: AlignedProduct, peptide: boolean, letters: string | null): string {
    const { aligned, letters: kind, cigarLine: showsCigarLine } = this.#form;
    const numbers = `,"perc_id":${identity},"perc_pos":${similarity}${showsCigarLine ? `,"cigar_line":${JSON.stringify(cigarLine)}` : ''}`;
    if (!kind) return numbers;
    if (!aligned || !cigarLine) return `${numbers},"seq":${JSON.stringify(letters)}`;
    const row = letters === null ? null : alignedSequence(letters, cigarLine, kind === 'coding' && peptide ? 3 : 1);
    return `${numbers},"align_seq":${JSON.stringify(row)}`;
  }
}

/** OrthoXML of all wanted homologies: a group each. */
export function homologiesOrthoxml(found: readonly Found[], version: number, species: ComparaSpecies): Generator<string> {
  const parsed = found.filter(({ wanted }) => wanted.length > 0).map((each) => ({ ...each, details: each.record.details() }));
  return orthoxml({ originVersion: String(version), species: speciesOf(parsed, species), groups: groupsOf(parsed, species) });
}

type Parsed = Found & { details: HomologyDetails };

function speciesOf(found: readonly Parsed[], species: ComparaSpecies): OrthoSpecies[] {
  const genes = new Map<number, Map<number, OrthoGene>>();
  const add = ({ geneId, productId, genome }: HomologyGene, id: number, peptide: boolean) => {
    const known = genes.get(genome) ?? new Map<number, OrthoGene>();
    known.set(id, { id, geneId, productId, peptide });
    genes.set(genome, known);
  };
  for (const { record, details, wanted } of found) {
    add(record.gene, details.memberId, details.peptide);
    for (const index of wanted) {
      const { target } = details.of(index);
      add(record.homologies[index]!.target, target.memberId, target.peptide);
    }
  }
  return [...genes].map(([genome, members]) => ({ ...orthoSpecies(species.genome(genome)), genes: [...members.values()] }));
}

function* groupsOf(found: readonly Parsed[], species: ComparaSpecies): Generator<OrthoGroup> {
  // Two genes of a request that are homologous have one group.
  const seen = new Set<number>();
  for (const { record, details, wanted } of found) {
    for (const index of wanted) {
      const { id } = details.of(index);
      if (!seen.has(id)) yield groupOf(record, details, index, species);
      seen.add(id);
    }
  }
}

const BEFORE_RATIO = ['n', 's', 'dn', 'ds', 'lnl'] as const;
const AFTER_RATIO = ['goc_score', 'wga_coverage'] as const;

function groupOf({ homologies }: GeneHomologies, { memberId, of }: HomologyDetails, index: number, species: ComparaSpecies): OrthoGroup {
  const { method, type, speciesTreeNode } = homologies[index]!;
  const { id, source, target, scores, treeCompliant, highConfidence } = of(index);
  const named = (names: readonly (keyof typeof scores)[]): OrthoScore[] => names.flatMap((name) => (scores[name] === undefined ? [] : [{ id: name, value: scores[name] }]));
  const ratio = dnDsRatio(scores);
  const identity = (value: number): OrthoScore[] => [{ id: 'perc_identity', value: printedNumber(value) }];
  return {
    kind: method === 'ENSEMBL_PARALOGUES' ? 'paralogGroup' : 'orthologGroup', id,
    scores: [...named(BEFORE_RATIO), ...(ratio === null ? [] : [{ id: 'dnds_ratio', value: ratio }]), ...named(AFTER_RATIO)],
    properties: [
      ...taxonProperties(speciesTreeNode, species), ['description', type],
      ...(treeCompliant === null ? [] : [['is_tree_compliant', treeCompliant] as const]), ...(highConfidence === null ? [] : [['is_high_confidence', highConfidence] as const]),
    ],
    members: [{ gene: memberId, scores: identity(source.identity) }, { gene: target.memberId, scores: identity(target.identity) }],
  };
}
