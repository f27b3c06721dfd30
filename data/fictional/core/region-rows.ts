/** Rows about sequence: coordinate systems, regions with attributes and synonyms, assembly, exceptions, dna, bands. */
import { at, get } from '../../../src/checked.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { Contig, PlacedRegion } from '../genome/placement.ts';
import { asText } from '../sequence/genetic-code.ts';
import type { DemoSpecies } from '../species.ts';
import type { CoreDatabase } from './core-database.ts';

const COORD_SYSTEMS = { chromosome: 1, scaffold: 2, contig: 3 } as const;

/** seq_region_id of every region and contig, by name. */
export type RegionIds = ReadonlyMap<string, number>;

export function writeRegions(db: CoreDatabase, { species, regions, exceptions }: AnnotatedGenome): RegionIds {
  writeCoordSystems(db, species);
  const ids = new Map<string, number>();
  let karyotypeRank = 0;
  for (const region of regions) {
    const inKaryotype = region.kind !== 'alternative' && region.kind !== 'unplaced';
    const seq_region_id = writeRegion(db, ids, region, species, inKaryotype ? ++karyotypeRank : null);
    for (const contig of region.contigs) writeContig(db, ids, contig, seq_region_id);
    if (species.hasBands && region.length > 60_000 && region.kind !== 'alternative')
      writeBands(db, region, seq_region_id);
  }
  for (const { type, region, start, end, target, targetStart, targetEnd } of exceptions) {
    db.insert('assembly_exception', {
      assembly_exception_id: db.nextId('assembly_exception'),
      exc_type: type,
      ori: 1,
      seq_region_id: get(ids, region.name),
      seq_region_start: start,
      seq_region_end: end,
      exc_seq_region_id: get(ids, target.name),
      exc_seq_region_start: targetStart,
      exc_seq_region_end: targetEnd,
    });
  }
  return ids;
}

export function writeCoordSystems(db: CoreDatabase, { assembly: version }: DemoSpecies): void {
  db.insert('coord_system', {
    coord_system_id: COORD_SYSTEMS.chromosome,
    species_id: 1,
    name: 'chromosome',
    version,
    rank: 1,
    attrib: 'default_version',
  });
  db.insert('coord_system', {
    coord_system_id: COORD_SYSTEMS.scaffold,
    species_id: 1,
    name: 'scaffold',
    version,
    rank: 2,
    attrib: 'default_version',
  });
  db.insert('coord_system', {
    coord_system_id: COORD_SYSTEMS.contig,
    species_id: 1,
    name: 'contig',
    version: null,
    rank: 3,
    attrib: 'default_version,sequence_level',
  });
}

/** Writes a region of the top level without its contigs; returns its seq_region_id. */
export function writeRegion(
  db: CoreDatabase,
  ids: Map<string, number>,
  region: PlacedRegion,
  species: DemoSpecies,
  karyotypeRank: number | null,
): number {
  const system = region.kind === 'unplaced' ? COORD_SYSTEMS.scaffold : COORD_SYSTEMS.chromosome;
  const seq_region_id = insertRegion(db, ids, region.name, system, region.length);
  const attrib = (code: string, value: string | number): void =>
    db.insert('seq_region_attrib', { seq_region_id, attrib_type_id: db.attribType(code), value });
  attrib('toplevel', 1);
  if (region.kind === 'alternative') attrib('non_ref', 1);
  if (karyotypeRank !== null) attrib('karyotype_rank', karyotypeRank);
  if (region.circular) attrib('circular_seq', 1);
  if (region.kind === 'mitochondrion') attrib('codon_table', 2);
  writeSynonyms(db, region, seq_region_id, species.letter);
  return seq_region_id;
}

function insertRegion(
  db: CoreDatabase,
  ids: Map<string, number>,
  name: string,
  coord_system_id: number,
  length: number,
): number {
  const seq_region_id = db.nextId('seq_region');
  ids.set(name, seq_region_id);
  db.insert('seq_region', { seq_region_id, name, coord_system_id, length });
  return seq_region_id;
}

export function writeContig(
  db: CoreDatabase,
  ids: Map<string, number>,
  contig: Contig,
  asm_seq_region_id: number,
): void {
  const cmp_seq_region_id = insertRegion(db, ids, contig.name, COORD_SYSTEMS.contig, contig.bases.length);
  db.insert('assembly', {
    asm_seq_region_id,
    cmp_seq_region_id,
    asm_start: contig.start,
    asm_end: contig.end,
    cmp_start: contig.from,
    cmp_end: contig.from + contig.end - contig.start,
    ori: contig.strand,
  });
  db.insert('dna', { seq_region_id: cmp_seq_region_id, sequence: asText(contig.bases) });
}

function writeSynonyms(db: CoreDatabase, { name, kind }: PlacedRegion, seq_region_id: number, letter: string): void {
  const synonym = (text: string, source: 'INSDC' | 'UCSC'): void => {
    const seq_region_synonym_id = db.nextId('seq_region_synonym');
    db.insert('seq_region_synonym', {
      seq_region_synonym_id,
      seq_region_id,
      synonym: text,
      external_db_id: db.externalDb(source),
    });
  };
  synonym(`DEMO_${letter}C${String(seq_region_id).padStart(6, '0')}.1`, 'INSDC');
  if (kind === 'mitochondrion') synonym('chrM', 'UCSC');
  else
    synonym(
      kind === 'unplaced' ? `chrUn_${name}` : kind === 'alternative' ? `chr_${name.slice(4)}_alt` : `chr${name}`,
      'UCSC',
    );
}

/** Bands alternate between stains, with a centromere near a third of the chromosome: p above it, q below. */
export function writeBands(db: CoreDatabase, { length }: PlacedRegion, seq_region_id: number): void {
  const stains = ['gneg', 'gpos50', 'gneg', 'gpos100', 'gneg', 'gpos25', 'gneg', 'gpos75'];
  const size = Math.ceil(length / 12);
  const centromere = 4;
  for (let index = 0; index * size < length; index++) {
    const arm =
      index < centromere ? `p1${centromere - index}` : `q${index < 8 ? 1 : 2}${((index - centromere) % 4) + 1}`;
    const stain = index === centromere - 1 || index === centromere ? 'acen' : at(stains, index % stains.length);
    db.insert('karyotype', {
      karyotype_id: db.nextId('karyotype'),
      seq_region_id,
      seq_region_start: index * size + 1,
      seq_region_end: Math.min(length, (index + 1) * size),
      band: arm,
      stain,
    });
  }
}

// The reference species' assembly before the present one, and where its segments have gone: chromosomes of the same
// names made of most of the same contigs, some turned, one on another chromosome, each with a segment too few. As in
// Ensembl the old chromosomes have no sequence of their own; they are known by their mapping alone.
const OLD_ASSEMBLY = 'DEMO0';

const COORD_SYSTEM = 4;
/** Bases that every contig of the present assembly has more than the old one had. */
const MISSING = 137;
/** Unknown bases between the old assembly's contigs. */
const GAP = 50;

export function writeOldAssembly(db: CoreDatabase, { species, regions }: AnnotatedGenome, regionIds: RegionIds): void {
  db.insert('coord_system', {
    coord_system_id: COORD_SYSTEM,
    species_id: 1,
    name: 'chromosome',
    version: OLD_ASSEMBLY,
    rank: 4,
    attrib: null,
  });
  const meta = (meta_key: string, meta_value: string): void =>
    db.insert('meta', { meta_id: db.nextId('meta'), species_id: 1, meta_key, meta_value });
  for (const key of ['assembly.mapping', 'liftover.mapping'])
    meta(key, `chromosome:${species.assembly}#chromosome:${OLD_ASSEMBLY}`);
  meta('assembly.mapping', `chromosome:${OLD_ASSEMBLY}#chromosome:${species.assembly}#contig`);

  const [first, second, ...others] = regions
    .filter(({ kind }) => kind === 'autosome' || kind === 'sex')
    .map((chromosome) => ({
      name: chromosome.name,
      placed: chromosome.contigs.map((contig) => ({ contig, on: chromosome.name })),
    }));
  // The last contig of the first chromosome was thought to begin the second.
  if (first!.placed.length > 1) second!.placed.unshift(first!.placed.pop()!);
  for (const { name, placed } of [first!, second!, ...others]) writeChromosome(db, name, placed, regionIds);
}

function writeChromosome(
  db: CoreDatabase,
  name: string,
  placed: readonly { contig: Contig; on: string }[],
  regionIds: RegionIds,
): void {
  const seq_region_id = db.nextId('seq_region');
  let next = 1;
  placed.forEach(({ contig, on }, index) => {
    // One contig in five is new, one in four of the others stood the other way round.
    if (index % 5 === 3) return;
    const turned = index % 4 === 2;
    const middle = contig.start + Math.floor((contig.end - contig.start) / 2);
    const halves = [
      [contig.start, middle],
      [middle + MISSING + 1, contig.end],
    ] as const;
    for (const [start, end] of turned ? halves.toReversed() : halves) {
      const last = next + (end - start);
      db.insert('assembly', {
        asm_seq_region_id: get(regionIds, on),
        asm_start: start,
        asm_end: end,
        cmp_seq_region_id: seq_region_id,
        cmp_start: next,
        cmp_end: last,
        ori: turned ? -1 : 1,
      });
      next = last + 1;
    }
    next += GAP;
  });
  db.insert('seq_region', { seq_region_id, name, coord_system_id: COORD_SYSTEM, length: next - GAP - 1 });
}
