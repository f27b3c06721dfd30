/** Rows of protein features: the domains that a translation has kept, with the InterPro-like entries of theirs. */
import type { AnnotatedGene, AnnotatedTranscript } from './annotation.ts';
import type { CoreDatabase } from './core-database.ts';
import type { Locus } from './locus.ts';
import type { Domain } from './protein-families.ts';
import type { Random } from './random.ts';
import { exonsInSense, splicedPosition, unsplicedPosition } from './sense.ts';

export interface DomainHit {
  domain: Domain;
  /** 1-based residues. */
  start: number;
  end: number;
}

/** A domain counts when at least this share of it is in the translation, in frame. */
const KEPT = 0.7;

function domainsOf(locus: Locus, { isoform, translation }: AnnotatedTranscript, domains: readonly Domain[]): DomainHit[] {
  if (!translation) return [];
  const all = exonsInSense(locus);
  const hits: DomainHit[] = [];
  for (const mark of locus.cdna.marks) {
    if (mark.kind !== 'domain') continue;
    const residues = new Set<number>();
    for (let base = mark.start; base < mark.end; base++) {
      const spliced = splicedPosition(isoform.exons, unsplicedPosition(all, base));
      const inFrame = (spliced - translation.frameStart) % 3 === (base - locus.cds!.start) % 3;
      const residue = Math.floor((spliced - translation.frameStart) / 3) + 1;
      if (spliced >= 0 && inFrame && residue >= 1 && residue <= translation.peptide.length) residues.add(residue);
    }
    const domain = domains[mark.what]!;
    if (residues.size * 3 >= KEPT * (mark.end - mark.start)) hits.push({ domain, start: Math.min(...residues), end: Math.max(...residues) });
  }
  return hits.sort((a, b) => a.start - b.start);
}

/** Entries of InterPro, with their names. */
export function writeInterpro(db: CoreDatabase, domains: readonly Domain[]): void {
  for (const { accession, interpro, name } of domains) {
    if (!interpro) continue;
    db.insert('interpro', { interpro_ac: interpro, id: accession });
    db.insert('xref', {
      xref_id: db.nextId('xref'), external_db_id: db.externalDb('Interpro'), dbprimary_acc: interpro, display_label: interpro.replace('DEMOIPR', 'DemoIPR_'),
      version: '0', description: name, info_type: 'DIRECT', info_text: '',
    });
  }
}

export function writeProteinFeatures(db: CoreDatabase, genes: readonly AnnotatedGene[], domains: readonly Domain[], random: Random): void {
  for (const { locus, transcripts } of genes) {
    for (const transcript of transcripts) {
      for (const { domain, start, end } of domainsOf(locus, transcript, domains)) {
        const modelled = domain.interpro !== null;
        db.insert('protein_feature', {
          protein_feature_id: db.nextId('protein_feature'), translation_id: transcript.translation!.dbId, seq_start: start, seq_end: end,
          hit_start: modelled ? 1 : 0, hit_end: modelled ? domain.consensus.length / 3 : 0, hit_name: domain.accession, analysis_id: db.analysis(domain.logicName),
          score: modelled ? random.integer(200, 2500) / 10 : 0, evalue: modelled ? Number(`${random.integer(1, 9)}e-${random.integer(8, 60)}`) : null,
          perc_ident: 0, hit_description: modelled ? domain.name : null,
        });
      }
    }
  }
}
