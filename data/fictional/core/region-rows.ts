/** Rows of sequence regions: coordinate systems, attributes, synonyms, assembly, exceptions, sequence and bands. */
import { at, get } from '../../../src/checked.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { Contig, PlacedRegion } from '../genome/placement.ts';
import { asText } from '../sequence/genetic-code.ts';
import type { DemoSpecies } from '../species.ts';
import type { CoreDatabase } from './core-database.ts';

/** coord_system_id and rank. */
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
    db.add('assembly_exception', {
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
  for (const [name, id] of Object.entries(COORD_SYSTEMS)) {
    const isContig = id === COORD_SYSTEMS.contig;
    db.insert('coord_system', {
      coord_system_id: id,
      species_id: 1,
      name,
      version: isContig ? null : version,
      rank: id,
      attrib: isContig ? 'default_version,sequence_level' : 'default_version',
    });
  }
}

/** Writes a top-level region without its contigs; returns its seq_region_id. */
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
  const seq_region_id = db.add('seq_region', { name, coord_system_id, length });
  ids.set(name, seq_region_id);
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
  const add = (synonym: string, source: 'INSDC' | 'UCSC'): void =>
    void db.add('seq_region_synonym', { seq_region_id, synonym, external_db_id: db.externalDb(source) });
  add(`DEMO_${letter}C${String(seq_region_id).padStart(6, '0')}.1`, 'INSDC');
  if (kind === 'mitochondrion') add('chrM', 'UCSC');
  else if (kind === 'unplaced') add(`chrUn_${name}`, 'UCSC');
  else if (kind === 'alternative') add(`chr_${name.slice(4)}_alt`, 'UCSC');
  else add(`chr${name}`, 'UCSC');
}

/** Twelve bands with alternating stains. The centromere is at a third of the chromosome, between the arms p and q. */
export function writeBands(db: CoreDatabase, { length }: PlacedRegion, seq_region_id: number): void {
  const stains = ['gneg', 'gpos50', 'gneg', 'gpos100', 'gneg', 'gpos25', 'gneg', 'gpos75'];
  const size = Math.ceil(length / 12);
  const centromere = 4;
  for (let index = 0; index * size < length; index++) {
    const arm =
      index < centromere ? `p1${centromere - index}` : `q${index < 8 ? 1 : 2}${((index - centromere) % 4) + 1}`;
    const stain = index === centromere - 1 || index === centromere ? 'acen' : at(stains, index % stains.length);
    db.add('karyotype', {
      seq_region_id,
      seq_region_start: index * size + 1,
      seq_region_end: Math.min(length, (index + 1) * size),
      band: arm,
      stain,
    });
  }
}

const OLD_ASSEMBLY = 'DEMO0';

/** coord_system_id of the old assembly. */
const COORD_SYSTEM = 4;
/** Bases in the middle of each contig that the old assembly lacks. */
const MISSING = 137;
/** Unknown bases between the old assembly's contigs. */
const GAP = 50;

/**
 * The previous assembly of the reference species and its mapping to the current one. It has the same chromosomes with
 * most of the contigs; some are reversed, one is on another chromosome, each lacks a segment. As in Ensembl, the
 * database contains the mapping of the old chromosomes but not their sequence.
 */
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
    void db.add('meta', { species_id: 1, meta_key, meta_value });
  for (const key of ['assembly.mapping', 'liftover.mapping'])
    meta(key, `chromosome:${species.assembly}#chromosome:${OLD_ASSEMBLY}`);
  meta('assembly.mapping', `chromosome:${OLD_ASSEMBLY}#chromosome:${species.assembly}#contig`);

  const chromosomes = regions
    .filter(({ kind }) => kind === 'autosome' || kind === 'sex')
    .map((chromosome) => ({
      name: chromosome.name,
      placed: chromosome.contigs.map((contig) => ({ contig, on: chromosome.name })),
    }));
  // In the old assembly the last contig of the first chromosome is at the start of the second.
  const { placed: first } = at(chromosomes, 0);
  if (first.length > 1) at(chromosomes, 1).placed.unshift(...first.splice(-1));
  for (const { name, placed } of chromosomes) writeChromosome(db, name, placed, regionIds);
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
    // One contig in five is new in the current assembly; every fourth was reversed in the old one.
    if (index % 5 === 3) return;
    const reversed = index % 4 === 2;
    const middle = contig.start + Math.floor((contig.end - contig.start) / 2);
    const halves = [
      [contig.start, middle],
      [middle + MISSING + 1, contig.end],
    ] as const;
    for (const [start, end] of reversed ? halves.toReversed() : halves) {
      const last = next + (end - start);
      db.insert('assembly', {
        asm_seq_region_id: get(regionIds, on),
        asm_start: start,
        asm_end: end,
        cmp_seq_region_id: seq_region_id,
        cmp_start: next,
        cmp_end: last,
        ori: reversed ? -1 : 1,
      });
      next = last + 1;
    }
    next += GAP;
  });
  db.insert('seq_region', { seq_region_id, name, coord_system_id: COORD_SYSTEM, length: next - GAP - 1 });
}
