/** The comparative database, written stretch by stretch: families of genes in the chromosome's species and others, and alignments of the chromosome. */
import type { AnnotatedGene } from '../demo/annotation.ts';
import { stableId } from '../demo/annotation.ts';
import { checksum } from '../demo/checksum.ts';
import { COMPARA_TABLE_SCHEMAS } from '../demo/compara-table-schemas.ts';
import { DumpTables } from '../demo/dump-writer.ts';
import { ascii } from '../demo/genetic-code.ts';
import { alignedGene } from '../demo/protein-alignment.ts';
import type { DemoSpecies } from '../demo/species-tree.ts';
import { cigarLine, columnCount } from './alignment-columns.ts';
import { AlignmentDump } from './alignment-dump.ts';
import { writeComparison } from './comparison-rows.ts';
import { HELD } from './core-dump.ts';
import { codingOf, divergedMember, drawFounder, productOf, wholeMember, type AlignedMember } from './family-sequences.ts';
import { growFamily, type Family } from './family-tree.ts';
import { FamilyTreeRows } from './family-tree-rows.ts';
import { HomologyFiles } from './homology-files.ts';
import { TREES_IN_STRETCH } from './scale.ts';
import type { MadeChromosome } from './stretch.ts';

export type ComparaTables = DumpTables<typeof COMPARA_TABLE_SCHEMAS>;

/** Genes of species without a chromosome stand side by side on one. */
const GENE_BASES = 900;

/**
 * Writes the tables, and tells the bytes written after each stretch.
 *
 * @param out where the dumps of all species stand: those of the genomes that the chromosome is aligned with come beside its own
 */
export async function* writeComparaDump(chromosome: MadeChromosome, folder: string, out: string): AsyncGenerator<number> {
  const { workshop, scale } = chromosome;
  const db: ComparaTables = new DumpTables(COMPARA_TABLE_SCHEMAS);
  const comparison = writeComparison(db, scale.length);
  await db.write(folder);
  const homologies = new HomologyFiles(folder, comparison);
  const alignments = new AlignmentDump(db, comparison.alignments, scale.stretches, out);
  const trees = new FamilyTreeRows(db, comparison, homologies);
  let written = 0;
  for (let number = 0; number < scale.stretches; number++) {
    const random = workshop.random.fork(`families of stretch ${number}`);
    const stretch = chromosome.stretch(number);
    const coding = stretch.genes.filter(({ transcripts }) => transcripts[0]!.translation !== null);
    for (let each = 0; each < TREES_IN_STRETCH; each++) {
      const gene = coding[each];
      const family = growFamily(random, gene !== undefined);
      const founder = wholeMember(gene ? ascii(alignedGene(gene).coding) : drawFounder(random));
      const aligned = family.members.map(({ genomeId }) => (genomeId === 1 ? founder : divergedMember(founder, random)));
      const ids = writeMembers(db, family, aligned, gene);
      const masks = aligned.map(({ mask }) => mask);
      const alignment = number * TREES_IN_STRETCH + each + 1;
      db.insert('gene_align', { gene_align_id: alignment, aln_method: 'made', aln_length: columnCount(masks) });
      masks.forEach((mask, which) => db.insert('gene_align_member', { gene_align_id: alignment, seq_member_id: ids[which]!, cigar_line: cigarLine(mask, masks) }));
      trees.write(family, alignment, aligned, ids);
    }
    await alignments.write(stretch, workshop.random.fork(`alignments of stretch ${number}`));
    written += await db.spill(folder, HELD);
    yield written + homologies.size + alignments.size;
  }
  await alignments.end();
  written += await db.spill(folder);
  yield written + homologies.size + alignments.size;
  homologies.close();
}

/** Returns the ids of the members; a gene, its product and the sequence have the same. */
function writeMembers(db: ComparaTables, { members }: Family, aligned: readonly AlignedMember[], gene: AnnotatedGene | undefined): number[] {
  return members.map((species, which) => {
    const id = db.nextId('seq_member');
    const own = species.genomeId === 1 ? gene! : null;
    const name = (kind: 'G' | 'P') => stableId(species as Pick<DemoSpecies, 'letter'> as DemoSpecies, kind, id);
    const its = {
      taxon_id: species.taxonId, genome_db_id: species.genomeId, dnafrag_id: species.genomeId, dnafrag_start: own?.start ?? id * GENE_BASES,
      dnafrag_end: own?.end ?? (id + 1) * GENE_BASES - 1, dnafrag_strand: own?.strand ?? 1,
    };
    const symbol = own?.symbol ?? `MADE${id}`;
    const product = own?.transcripts[0]!;
    const [peptide, coding] = [productOf(aligned[which]!), codingOf(aligned[which]!)];
    db.insert('gene_member', {
      gene_member_id: id, stable_id: own?.stableId ?? name('G'), version: own?.version ?? 1, source_name: 'ENSEMBLGENE', biotype_group: 'coding', canonical_member_id: id,
      description: own?.locus.description ?? `made gene ${id} (fictional)`, display_label: symbol, ...its,
    });
    db.insert('seq_member', {
      seq_member_id: id, stable_id: product?.translation!.stableId ?? name('P'), version: product?.translation!.version ?? 1, source_name: 'ENSEMBLPEP', sequence_id: id, gene_member_id: id,
      display_label: product?.name ?? `${symbol}-201`, ...its,
    });
    db.insert('sequence', { sequence_id: id, length: peptide.length, md5sum: checksum('md5', peptide), sequence: peptide });
    db.insert('other_member_sequence', { seq_member_id: id, seq_type: 'cds', length: coding.length, sequence: coding });
    return id;
  });
}
