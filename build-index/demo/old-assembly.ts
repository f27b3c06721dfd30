/**
 * The reference species' assembly before the present one, and where its stretches have gone: chromosomes of the same
 * names made of most of the same contigs, some turned, one on another chromosome, each with a stretch too few. As in
 * Ensembl the old chromosomes have no sequence of their own; they are known by their mapping alone.
 */
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { CoreDatabase } from './core-database.ts';
import type { Contig } from './placement.ts';
import type { RegionIds } from './region-rows.ts';

const OLD_ASSEMBLY = 'DEMO0';

const COORD_SYSTEM = 4;
/** Bases that every contig of the present assembly has more than the old one had. */
const MISSING = 137;
/** Unknown bases between the old assembly's contigs. */
const GAP = 50;

export function writeOldAssembly(db: CoreDatabase, { species, regions }: AnnotatedGenome, regionIds: RegionIds): void {
  db.insert('coord_system', { coord_system_id: COORD_SYSTEM, species_id: 1, name: 'chromosome', version: OLD_ASSEMBLY, rank: 4, attrib: null });
  const meta = (meta_key: string, meta_value: string): void => db.insert('meta', { meta_id: db.nextId('meta'), species_id: 1, meta_key, meta_value });
  for (const key of ['assembly.mapping', 'liftover.mapping']) meta(key, `chromosome:${species.assembly}#chromosome:${OLD_ASSEMBLY}`);
  meta('assembly.mapping', `chromosome:${OLD_ASSEMBLY}#chromosome:${species.assembly}#contig`);

  const [first, second, ...others] = regions.filter(({ kind }) => kind === 'autosome' || kind === 'sex')
    .map((chromosome) => ({ name: chromosome.name, placed: chromosome.contigs.map((contig) => ({ contig, on: chromosome.name })) }));
  // The last contig of the first chromosome was thought to begin the second.
  if (first!.placed.length > 1) second!.placed.unshift(first!.placed.pop()!);
  for (const { name, placed } of [first!, second!, ...others]) writeChromosome(db, name, placed, regionIds);
}

function writeChromosome(db: CoreDatabase, name: string, placed: readonly { contig: Contig; on: string }[], regionIds: RegionIds): void {
  const seq_region_id = db.nextId('seq_region');
  let next = 1;
  placed.forEach(({ contig, on }, index) => {
    // One contig in five is new, one in four of the others stood the other way round.
    if (index % 5 === 3) return;
    const turned = index % 4 === 2;
    const middle = contig.start + Math.floor((contig.end - contig.start) / 2);
    const halves = [[contig.start, middle], [middle + MISSING + 1, contig.end]] as const;
    for (const [start, end] of turned ? halves.toReversed() : halves) {
      const last = next + (end - start);
      db.insert('assembly', {
        asm_seq_region_id: regionIds.get(on)!, asm_start: start, asm_end: end,
        cmp_seq_region_id: seq_region_id, cmp_start: next, cmp_end: last, ori: turned ? -1 : 1,
      });
      next = last + 1;
    }
    next += GAP;
  });
  db.insert('seq_region', { seq_region_id, name, coord_system_id: COORD_SYSTEM, length: next - GAP - 1 });
}
