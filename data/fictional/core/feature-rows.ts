/** Rows of repeats, simple features, misc features and protein features. */
import { at, get } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranslation } from '../genes/annotation.ts';
import type { Isoform } from '../genes/isoforms.ts';
import { type CodingLocus, exonsInSense, isCoding, splicedPosition, unsplicedPosition } from '../genes/locus.ts';
import type { Domain } from '../genes/protein-families.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { PlacedRegion } from '../genome/placement.ts';
import type { Random } from '../random.ts';
import { consensusText, type RepeatFamily } from '../sequence/repeats.ts';
import type { CoreDatabase } from './core-database.ts';
import type { RegionIds } from './region-rows.ts';

export function writeRepeatConsensuses(db: CoreDatabase, families: readonly RepeatFamily[]): void {
  families.forEach((family, index) =>
    db.insert('repeat_consensus', {
      repeat_consensus_id: index + 1,
      repeat_name: family.name,
      repeat_class: family.repeatClass,
      repeat_type: family.repeatType,
      repeat_consensus: consensusText(family),
    }),
  );
}

export function writeRepeats(
  db: CoreDatabase,
  regions: readonly PlacedRegion[],
  families: readonly RepeatFamily[],
  regionIds: RegionIds,
): void {
  for (const region of regions) {
    for (const { sourceIndex, start, end, strand } of region.repeats) {
      const family = at(families, sourceIndex);
      const interspersed = family.logicName === 'repeatmask';
      const length = end - start + 1;
      db.add('repeat_feature', {
        seq_region_id: get(regionIds, region.name),
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: interspersed ? strand : 0,
        repeat_start: 1,
        repeat_end: interspersed ? Math.min(length, family.consensus.length) : length,
        repeat_consensus_id: sourceIndex + 1,
        analysis_id: db.analysis(family.logicName),
        score: family.logicName === 'dust' ? 0 : 2 * length,
      });
    }
  }
}

/** A transcription start site for every coding gene, and a CpG island around that of most. */
export function writeSimpleFeatures(
  db: CoreDatabase,
  genes: readonly AnnotatedGene[],
  regionIds: RegionIds,
  random: Random,
): void {
  for (const { locus, region, start, end, strand } of genes) {
    if (locus.biotype !== 'protein_coding' || region.circular) continue;
    const first = strand === 1 ? start : end;
    const place = (from: number, to: number) => ({
      seq_region_id: get(regionIds, region.name),
      seq_region_start: Math.max(1, from),
      seq_region_end: Math.min(region.length, to),
    });
    db.add('simple_feature', {
      ...place(first - 2, first + 2),
      seq_region_strand: strand,
      display_label: `rank = ${random.integer(1, 3)}`,
      analysis_id: db.analysis('eponine'),
      score: random.integer(9000, 9999) / 10_000,
    });
    if (random.chance(0.6))
      db.add('simple_feature', {
        ...place(first - random.integer(200, 700), first + random.integer(100, 400)),
        seq_region_strand: 0,
        display_label: `oe = 0.${random.integer(61, 98)}`,
        analysis_id: db.analysis('cpg'),
        score: random.integer(400, 900),
      });
  }
}

const MISC_SETS = [
  { code: 'demo_tilepath', name: 'Demo tile path', description: 'Clones that the fictional assembly was made from.' },
  { code: 'demo_cloneset', name: 'Demo clone set', description: 'One clone in every 30 kb of the fictional assembly.' },
] as const;

export function writeMiscFeatures(db: CoreDatabase, { regions, species }: AnnotatedGenome, regionIds: RegionIds): void {
  MISC_SETS.forEach((set, index) => db.insert('misc_set', { misc_set_id: index + 1, ...set, max_length: 100_000 }));
  let clones = 0;
  for (const region of regions) {
    if (region.circular || region.kind === 'alternative') continue;
    const clone = (start: number, end: number, sets: number[], state: string): void => {
      const misc_feature_id = db.add('misc_feature', {
        seq_region_id: get(regionIds, region.name),
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: 1,
      });
      for (const misc_set_id of sets) db.insert('misc_feature_misc_set', { misc_feature_id, misc_set_id });
      const name = `DEMOCLONE-${species.letter}${++clones}`;
      const attribs = {
        name,
        well_name: `demo${species.letter.toLowerCase()}-${clones}`,
        type: 'arrayclone',
        state,
        embl_acc: `DEMOACC${species.letter}${clones}`,
      };
      for (const [code, value] of Object.entries(attribs))
        db.insert('misc_attrib', { misc_feature_id, attrib_type_id: db.attribType(code), value });
    };
    for (const contig of region.contigs) clone(contig.start, contig.end, [1], '06:Demo finished');
    for (let { start } = at(region.contigs, 0); start + 24_000 <= region.length; start += 30_000)
      clone(start, start + 24_000 - 1, [2], '12:Demo in progress');
  }
}

interface DomainHit {
  domain: Domain;
  /** 1-based residues. */
  start: number;
  end: number;
}

/** The share of a domain that a translation must contain in frame to have the domain. */
const KEPT = 0.7;

function domainsOf(
  locus: CodingLocus,
  isoform: Isoform,
  translation: AnnotatedTranslation,
  domains: readonly Domain[],
): DomainHit[] {
  const all = exonsInSense(locus);
  const hits: DomainHit[] = [];
  for (const mark of locus.cdna.marks) {
    if (mark.kind !== 'domain') continue;
    const residues = new Set<number>();
    for (let base = mark.start; base < mark.end; base++) {
      const spliced = splicedPosition(isoform.exons, unsplicedPosition(all, base));
      const inFrame = (spliced - translation.frameStart) % 3 === (base - locus.cds.start) % 3;
      const residue = Math.floor((spliced - translation.frameStart) / 3) + 1;
      if (spliced >= 0 && inFrame && residue >= 1 && residue <= translation.peptide.length) residues.add(residue);
    }
    const domain = at(domains, mark.sourceIndex);
    if (residues.size * 3 >= KEPT * (mark.end - mark.start))
      hits.push({ domain, start: Math.min(...residues), end: Math.max(...residues) });
  }
  return hits.sort((a, b) => a.start - b.start);
}

/** Entries of the InterPro-like database, with their names. */
export function writeInterpro(db: CoreDatabase, domains: readonly Domain[]): void {
  for (const { accession, interpro, name } of domains) {
    if (!interpro) continue;
    db.insert('interpro', { interpro_ac: interpro, id: accession });
    db.add('xref', {
      external_db_id: db.externalDb('Interpro'),
      dbprimary_acc: interpro,
      display_label: interpro.replace('DEMOIPR', 'DemoIPR_'),
      version: '0',
      description: name,
      info_type: 'DIRECT',
      info_text: '',
    });
  }
}

export function writeProteinFeatures(
  db: CoreDatabase,
  genes: readonly AnnotatedGene[],
  domains: readonly Domain[],
  random: Random,
): void {
  for (const { locus, transcripts } of genes) {
    if (!isCoding(locus)) continue;
    for (const { isoform, translation } of transcripts) {
      if (!translation) continue;
      for (const { domain, start, end } of domainsOf(locus, isoform, translation, domains)) {
        const modelled = domain.interpro !== null;
        db.add('protein_feature', {
          translation_id: translation.dbId,
          seq_start: start,
          seq_end: end,
          hit_start: modelled ? 1 : 0,
          hit_end: modelled ? domain.consensus.length / 3 : 0,
          hit_name: domain.accession,
          analysis_id: db.analysis(domain.logicName),
          score: modelled ? random.integer(200, 2500) / 10 : 0,
          evalue: modelled ? Number(`${random.integer(1, 9)}e-${random.integer(8, 60)}`) : null,
          perc_ident: 0,
          hit_description: modelled ? domain.name : null,
        });
      }
    }
  }
}
