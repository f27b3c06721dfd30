/**
 * Rows of the history of stable ids: two mapping sessions between the fictional releases 113, 114 and 115. All current
 * ids have events in both; those with a version above 1 changed in the second. A few ids were retired in the second:
 * deleted, or merged into another gene.
 */
import { createHash } from 'node:crypto';
import { at, found, present } from '../../../src/checked.ts';
import { type AnnotatedGene, stableId } from '../genes/annotation.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { DemoSpecies } from '../species.ts';
import type { CoreDatabase } from './core-database.ts';

const FIRST_SESSION = 1;
const LAST_SESSION = 2;
/** Number of the first retired id, higher than those of all current ids. */
const RETIRED_FROM = 90_000_000_000;

type StableIdEvent = [
  type: 'gene' | 'transcript' | 'translation',
  old: [string | null, number],
  now: [string | null, number],
  session: number,
  score: number,
];

export function writeArchive(db: CoreDatabase, { species, genes }: AnnotatedGenome): void {
  writeMappingSessions(db, species);
  writeHistory(db, genes);
  retireGenes(db, species, genes);
}

export function writeMappingSessions(db: CoreDatabase, species: DemoSpecies): void {
  for (const [session, from] of [
    [FIRST_SESSION, 113],
    [LAST_SESSION, 114],
  ] as const) {
    db.insert('mapping_session', {
      mapping_session_id: session,
      old_db_name: `${species.productionName}_core_${from}_1`,
      new_db_name: `${species.productionName}_core_${from + 1}_1`,
      old_release: String(from),
      new_release: String(from + 1),
      old_assembly: species.assembly,
      new_assembly: species.assembly,
      created: `202${from - 109}-07-01 09:00:00`,
    });
  }
}

function writeEvent(
  db: CoreDatabase,
  [type, [old_stable_id, old_version], [new_stable_id, new_version], mapping_session_id, score]: StableIdEvent,
): void {
  db.insert('stable_id_event', {
    old_stable_id,
    old_version,
    new_stable_id,
    new_version,
    mapping_session_id,
    type,
    score,
  });
}

/** Events of genes, transcripts and translations in both sessions. */
export function writeHistory(db: CoreDatabase, genes: readonly AnnotatedGene[]): void {
  for (const gene of genes) {
    for (const [type, { stableId: id, version }] of currentObjects(gene)) {
      const before = Math.max(1, version - 1);
      writeEvent(db, [type, [id, before], [id, before], FIRST_SESSION, 1]);
      writeEvent(db, [type, [id, before], [id, version], LAST_SESSION, version > before ? 0.97 : 1]);
    }
  }
}

function retireGenes(db: CoreDatabase, species: DemoSpecies, genes: readonly AnnotatedGene[]): void {
  genes
    .filter(({ locus }) => locus.biotype === 'protein_coding' && locus.codonTable === 1)
    .slice(0, 4)
    .forEach((heir, index) => {
      const number = RETIRED_FROM + index + 1;
      const gene = stableId(species, 'G', number);
      const transcript = stableId(species, 'T', number);
      const translation = stableId(species, 'P', number);
      const { peptide } = present(at(heir.transcripts, 0).translation, `the translation of ${heir.stableId}`);
      const shortened = peptide.slice(0, Math.floor(peptide.length * 0.8));
      const peptide_archive_id = db.add('peptide_archive', {
        md5_checksum: createHash('md5').update(shortened).digest('hex').toUpperCase(),
        peptide_seq: shortened,
      });
      db.insert('gene_archive', {
        gene_stable_id: gene,
        gene_version: 1,
        transcript_stable_id: transcript,
        transcript_version: 1,
        translation_stable_id: translation,
        translation_version: 1,
        peptide_archive_id,
        mapping_session_id: LAST_SESSION,
      });
      // Every other retired gene was merged into the gene that it resembles, the others were deleted.
      const merged = index % 2 === 0;
      const heirs = currentObjects(heir);
      for (const [type, old] of [
        ['gene', gene],
        ['transcript', transcript],
        ['translation', translation],
      ] as const) {
        const [, now] = found(heirs, ([kind]) => kind === type);
        writeEvent(db, [type, [old, 1], [old, 1], FIRST_SESSION, 1]);
        writeEvent(db, [
          type,
          [old, 1],
          merged ? [now.stableId, now.version] : [null, 0],
          LAST_SESSION,
          merged ? 0.81 : 0,
        ]);
      }
    });
}

/** The gene, its transcripts and its translations, canonical ones first. */
function currentObjects(gene: AnnotatedGene) {
  return [
    ['gene', gene] as const,
    ...gene.transcripts.map((transcript) => ['transcript', transcript] as const),
    ...gene.transcripts.flatMap(({ translation }) => (translation ? [['translation', translation] as const] : [])),
  ];
}
