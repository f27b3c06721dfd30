/** Homologies of genes as OrthoXML: a group each. */
import { dnDsRatio, type GeneHomologies, type HomologyDetails, type HomologyGene, type HomologyScores } from '../../compara/homology-record.ts';
import { printedNumber } from '../../compara/printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { geneText, groupText, orthoxml, property, score, type OrthoGroup, type OrthoSpecies } from '../../formats/orthoxml.ts';
import { wholeText } from '../../formats/text-pieces.ts';
import type { Found } from './homology-letters.ts';
import { keptTexts } from './kept-texts.ts';
import { orthoSpecies, taxonProperties } from './taxon-answer.ts';

/** The document of all wanted homologies. */
export function homologiesOrthoxml(found: readonly Found[], version: number, species: ComparaSpecies): Generator<string> {
  const parsed = found.filter(({ wanted }) => wanted.length > 0).map((each) => ({ ...each, details: each.record.details() }));
  return orthoxml({ originVersion: String(version), species: speciesOf(parsed, species), groups: groupsOf(parsed, species) });
}

type Parsed = Found & { details: HomologyDetails };

function speciesOf(found: readonly Parsed[], species: ComparaSpecies): OrthoSpecies[] {
  const genes = new Map<number, Map<number, string>>();
  const kept = keptTexts.of(species, 'gene as OrthoXML');
  const add = (record: GeneHomologies, gene: HomologyGene, id: number, peptide: boolean) => {
    const { geneId, productId, genome } = gene;
    let known = genes.get(genome);
    if (!known) genes.set(genome, (known = new Map()));
    known.set(id, kept.get(gene) ?? kept.keep(gene, geneText({ id, geneId, productId, peptide }), record));
  };
  for (const { record, details, wanted } of found) {
    add(record, record.gene, details.memberId, details.peptide);
    for (const index of wanted) {
      const { target } = details.of(index);
      add(record, record.homologies[index]!.target, target.memberId, target.peptide);
    }
  }
  return [...genes].map(([genome, members]) => ({ ...orthoSpecies(species.genome(genome)), genes: [...members.values()] }));
}

function* groupsOf(found: readonly Parsed[], species: ComparaSpecies): Generator<string> {
  // Two genes of a request that are homologous have one group.
  const seen = new Set<number>();
  const kept = keptTexts.of(species, 'homology as OrthoXML');
  for (const { record, details, wanted } of found) {
    for (const index of wanted) {
      const { id } = details.of(index);
      const homology = record.homologies[index]!;
      if (!seen.has(id)) yield kept.get(homology) ?? kept.keep(homology, wholeText(groupText(groupOf(record, details, index, species))), record);
      seen.add(id);
    }
  }
}

function groupOf({ homologies }: GeneHomologies, { memberId, of }: HomologyDetails, index: number, species: ComparaSpecies): OrthoGroup {
  const { method, type, speciesTreeNode } = homologies[index]!;
  const { id, source, target, scores, treeCompliant, highConfidence } = of(index);
  const notes = [...scoreNotes(scores), ...taxonProperties(speciesTreeNode, species), property('description', type)];
  if (treeCompliant !== null) notes.push(property('is_tree_compliant', treeCompliant));
  if (highConfidence !== null) notes.push(property('is_high_confidence', highConfidence));
  return {
    kind: method === 'ENSEMBL_PARALOGUES' ? 'paralogGroup' : 'orthologGroup', id, notes,
    members: [{ gene: memberId, notes: [identityScore(source.identity)] }, { gene: target.memberId, notes: [identityScore(target.identity)] }],
  };
}

function scoreNotes(scores: HomologyScores): string[] {
  const notes: string[] = [];
  const note = (name: keyof HomologyScores) => {
    const value = scores[name];
    if (value !== undefined) notes.push(score(name, value));
  };
  for (const name of ['n', 's', 'dn', 'ds', 'lnl'] as const) note(name);
  const ratio = dnDsRatio(scores);
  if (ratio !== null) notes.push(score('dnds_ratio', ratio));
  note('goc_score');
  note('wga_coverage');
  return notes;
}

function identityScore(identity: number): string {
  return score('perc_identity', printedNumber(identity));
}
