/** Writes blocks of MAF files as whole-genome alignments of a compara database. */
import type { ComparaDatabase } from '../dump-writer/compara-database.ts';
import { type AlignmentRow, writeBlock } from '../dump-writer/alignment-block.ts';
import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { ComparedGenomes, GenomeOfBuild } from './compared-genomes.ts';
import { type MafRow, readMaf } from './maf-reader.ts';

/** method_link_ids of Ensembl. */
const [PAIRWISE, MULTIPLE] = [16, 19] as const;

export interface AlignmentSet {
  /** method_link_species_set_id. */
  id: number;
  isMultiple: boolean;
}

/**
 * Writes the alignments of a file. Rows of genomes or sequences that the build lacks are left out.
 * @param group name by which clients ask for the alignments
 * @throws DumpError for a file without a block of two genomes of the build
 */
export async function writeAlignments(
  path: string,
  group: string,
  db: ComparaDatabase,
  genomes: ComparedGenomes,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<AlignmentSet> {
  const reading = departures.reading(path, '');
  const used = new Set<GenomeOfBuild>();
  const id = db.nextId('method_link_species_set');
  let blocks = 0;
  for await (const block of readMaf(path, progress)) {
    const rows = block.flatMap((row) => placed(row));
    if (rows.length < 2) continue;
    blocks++;
    for (const { genome } of rows) used.add(genome);
    writeBlock(db, id, block[0]?.text.length ?? 0, rows);
  }
  if (blocks === 0)
    throw new DumpError(
      `${path}: no block has two genomes of the build, which are ${genomes.names}; rows are named like ` +
        '"genome.sequence", with the name of the species or of the assembly',
    );
  const ids = [...used].map((genome) => genome.id).sort((a, b) => a - b);
  const isMultiple = ids.length > 2;
  db.addSet(isMultiple ? MULTIPLE : PAIRWISE, group, group, ids, id);
  return { id, isMultiple };

  function placed({
    line,
    source,
    start,
    end,
    strand,
    length,
    text,
  }: MafRow): (AlignmentRow & { genome: GenomeOfBuild })[] {
    const place = genomes.place(source);
    const missing = (sentence: string) => {
      reading.note('sequence that the genome lacks', () => `${path} line ${line}: ${sentence}`);
      return [];
    };
    if (!place) return missing(`the build has no genome of ${source}; it has ${genomes.names}`);
    const { genome, region, name } = place;
    if (!region) return missing(`${genome.core.production} has no sequence ${name}`);
    if (region.length !== length)
      return missing(`${source} has ${length} bases, but ${region.name} of the build ${region.length}`);
    if (end < start) return [];
    const dnafragId = genomes.dnafrag(genome, region);
    return [{ genome, dnafragId, start, end, strand, cigarLine: cigarOf(text), node: null }];
  }
}

/** The cigar line of a row with gaps. */
export function cigarOf(text: string): string {
  return (text.match(/[-.]+|[^-.]+/g) ?? [])
    .map((run) => `${run.length === 1 ? '' : run.length}${/^[-.]/.test(run) ? 'D' : 'M'}`)
    .join('');
}
