/**
 * An invented genome for the tests of variant_recoder. Chromosome 1 (FX000001.1 in RefSeq) has
 *   - T1 forward, exons 1001-1100, 1201-1300, 1401-1500, coding from 1052 to 1449: ATG, KEWCPD repeated, TAA
 *   - T2 reverse, exons 2401-2500 and 2201-2300, coding from 2490 to 2211, the same residues
 *   - T4 at 3001-3100, without coding sequence
 *   - T5 forward, exons 3401-3440 and 3501-3540, and T6 reverse, exons 3701-3740 and 3601-3640, all coding. Both begin
 *     within a codon: T5 lacks one base of it, T6 two.
 * Chromosome 2 has T7, exons 1-4 and 5205-5209, ATGATGTAA. An intron of 5.2 kb interrupts its second codon.
 * MT, a circle of 300 bases with the genetic code of mitochondria, begins and ends with repeats of CAGT. It has T3 from
 * 101 to 160, all coding.
 * The species fictus_refseq has the same, and transcripts like T1 in its otherfeatures database: NM_000001.3 with
 * NP_000001.1, NM_000009 from an earlier import, and EST1.
 */
import { VARIATION_TABLES } from '../../../build-index/compile/variation/variation-schema.ts';
import { reverseComplementOf } from '../../../src/genome/bases.ts';
import {
  regionRows,
  writeCoreDump,
  writeDump,
  type CoreRows,
  type GeneRows,
} from '../build-index/compile/core-dump.ts';
import { at } from '../../../src/checked.ts';

type Row = Record<string, string | number | null>;

const CODONS = ['AAA', 'GAA', 'TGG', 'TGC', 'CCC', 'GAC'];
const codingOf = (codons: number) =>
  `ATG${Array.from({ length: codons - 2 }, (_, each) => CODONS[each % 6]).join('')}TAA`;

/** Forward bases of chromosome 1: no repeats except at 600-609, ten A between a C and a G. */
export const CHROMOSOME = chromosome();

function chromosome(): string {
  // Neighbours differ, so that no change can be shifted unless a test needs it.
  const bases = Array.from({ length: 4000 }, (_, each) => at('ACGT', (each * 7 + (each >> 2) + (each >> 5)) % 4));
  const set = (from: number, text: string) => [...text].forEach((base, each) => (bases[from - 1 + each] = base));
  set(599, `C${'A'.repeat(10)}G`);
  set(698, 'TTGTT');
  set(798, 'TTCTT');
  const forward = codingOf(66);
  set(1052, forward.slice(0, 49));
  set(1201, forward.slice(49, 149));
  set(1401, forward.slice(149));
  // No such codon before the start codon; after the stop codon a stop in the frame after a lost base.
  set(1050, 'TC');
  set(1450, 'GTAACC');
  const reverse = reverseComplementOf(codingOf(60));
  set(2401, reverse.slice(90));
  set(2211, reverse.slice(0, 90));
  return bases.join('');
}

/** Neighbours in the intron differ. */
const SECOND = `ATGA${'CT'.repeat(2600)}TGTAA`;

const MITOCHONDRION = [
  'CAGT'.repeat(25),
  'ATGAAAGAATGGTGACCCATAGACAAAGAATGGTGACCCATAGACAAAGAATGGTGATAA',
  'CAGT'.repeat(35),
].join('');

interface Sketch {
  id: number;
  region: number;
  strand: 1 | -1;
  exons: [number, number][];
  coding?: [startOffset: number, endOffset: number];
  /** Phase of the first exon. */
  phase?: number;
  attribs?: number[];
  /** Stable ids of the transcript and its protein. */
  names?: [transcript: string, protein: string];
  /** Further columns of the transcript. */
  more?: Row;
}

function coreRows(): CoreRows {
  const rows = regionRows([
    { id: 1, name: '1', length: 4000, topLevel: true },
    { id: 2, name: 'MT', length: MITOCHONDRION.length, topLevel: true },
    { id: 3, name: '2', length: SECOND.length, topLevel: true },
    { id: 4, name: 'NC_000003.1', length: SECOND.length, topLevel: true },
  ]);
  at(rows.coord_system, 0).attrib = 'default_version,sequence_level';
  rows.attrib_type.push(
    { attrib_type_id: 11, code: 'codon_table', name: 'Codon table' },
    { attrib_type_id: 12, code: 'gencode_basic', name: 'basic' },
    { attrib_type_id: 13, code: 'MANE_Select', name: 'MANE' },
  );
  rows.seq_region_attrib.push(
    { seq_region_id: 2, attrib_type_id: 11, value: '2' },
    { seq_region_id: 2, attrib_type_id: 316, value: '1' },
  );
  Object.assign(rows, {
    dna: [
      { seq_region_id: 1, sequence: CHROMOSOME },
      { seq_region_id: 2, sequence: MITOCHONDRION },
      { seq_region_id: 3, sequence: SECOND },
      { seq_region_id: 4, sequence: SECOND },
    ],
    external_db: [
      { external_db_id: 1, db_name: 'RefSeq_genomic' },
      { external_db_id: 2, db_name: 'FICTIONAL' },
      { external_db_id: 3, db_name: 'GO' },
      { external_db_id: 4, db_name: 'Uniprot/SWISSPROT' },
      { external_db_id: 5, db_name: 'RefSeq_peptide' },
    ],
    seq_region_synonym: [{ seq_region_synonym_id: 1, seq_region_id: 1, synonym: 'FX000001.1', external_db_id: 1 }],
    xref: [
      { xref_id: 1, external_db_id: 2, dbprimary_acc: 'X1', display_label: 'FWD', version: '0', info_type: 'DIRECT' },
      ...['0000002', '0000001'].map((number, each) => ({
        xref_id: 2 + each,
        external_db_id: 3,
        dbprimary_acc: `GO:${number}`,
        display_label: `GO:${number}`,
        version: '0',
        description: `binding, of kind ${number.slice(-1)}`,
        info_type: 'DEPENDENT',
      })),
      { xref_id: 4, external_db_id: 4, dbprimary_acc: 'P00001', display_label: 'P00001.2', version: '2' },
      { xref_id: 5, external_db_id: 5, dbprimary_acc: 'NP_000007', display_label: 'NP_000007.1', version: '1' },
    ],
    object_xref: [
      { object_xref_id: 1, ensembl_id: 1, ensembl_object_type: 'Gene', xref_id: 1 },
      { object_xref_id: 2, ensembl_id: 1, ensembl_object_type: 'Transcript', xref_id: 2 },
      { object_xref_id: 3, ensembl_id: 1, ensembl_object_type: 'Translation', xref_id: 3 },
      { object_xref_id: 4, ensembl_id: 1, ensembl_object_type: 'Translation', xref_id: 4 },
      { object_xref_id: 5, ensembl_id: 1, ensembl_object_type: 'Translation', xref_id: 5 },
    ],
    ...transcriptRows(TRANSCRIPTS),
  });
  return rows;
}

const TRANSCRIPTS: Sketch[] = [
  {
    id: 1,
    region: 1,
    strand: 1,
    exons: [
      [1001, 1100],
      [1201, 1300],
      [1401, 1500],
    ],
    coding: [52, 49],
    attribs: [12, 13],
  },
  {
    id: 2,
    region: 1,
    strand: -1,
    exons: [
      [2401, 2500],
      [2201, 2300],
    ],
    coding: [11, 90],
  },
  { id: 3, region: 2, strand: 1, exons: [[101, 160]], coding: [1, 60] },
  { id: 4, region: 1, strand: 1, exons: [[3001, 3100]] },
  {
    id: 5,
    region: 1,
    strand: 1,
    exons: [
      [3401, 3440],
      [3501, 3540],
    ],
    coding: [1, 40],
    phase: 1,
  },
  {
    id: 6,
    region: 1,
    strand: -1,
    exons: [
      [3701, 3740],
      [3601, 3640],
    ],
    coding: [1, 40],
    phase: 2,
  },
  {
    id: 7,
    region: 3,
    strand: 1,
    exons: [
      [1, 4],
      [5205, 5209],
    ],
    coding: [1, 5],
  },
];

/** The same regions in another order, so that their ids differ. */
function otherFeaturesRows(): CoreRows {
  const like: Omit<Sketch, 'id'> = {
    region: 6,
    strand: 1,
    exons: [
      [1001, 1100],
      [1201, 1300],
      [1401, 1500],
    ],
    coding: [52, 49],
  };
  const rows = regionRows([
    { id: 5, name: 'MT', length: MITOCHONDRION.length, topLevel: true },
    { id: 6, name: '1', length: 4000, topLevel: true },
  ]);
  at(rows.coord_system, 0).attrib = 'default_version,sequence_level';
  Object.assign(rows, {
    analysis: [
      { analysis_id: 1, logic_name: 'refseq_import' },
      { analysis_id: 2, logic_name: 'refseq_fict_import' },
    ],
    external_db: [{ external_db_id: 1, db_name: 'RefSeq_mRNA' }],
    xref: [
      {
        xref_id: 1,
        external_db_id: 1,
        dbprimary_acc: 'NM_000001',
        display_label: 'NM_000001.3',
        version: '3',
        info_type: 'DIRECT',
      },
      { xref_id: 2, external_db_id: 1, dbprimary_acc: 'NM_000007', display_label: 'NM_000007.1', version: '1' },
    ],
    object_xref: [{ object_xref_id: 1, ensembl_id: 1, ensembl_object_type: 'Transcript', xref_id: 2 }],
    ...transcriptRows([
      { ...like, id: 1, names: ['NM_000001', 'NP_000001'], more: { analysis_id: 1, display_xref_id: 1, version: 3 } },
      { ...like, id: 2, names: ['NM_000009', 'NP_000009'], more: { analysis_id: 2 } },
      { ...like, id: 3, names: ['EST1', 'EST1'], more: { analysis_id: 1 } },
    ]),
  });
  return rows;
}

function transcriptRows(sketches: readonly Sketch[]): GeneRows & { transcript_attrib: Row[] } {
  const rows: ReturnType<typeof transcriptRows> = {
    gene: [],
    transcript: [],
    exon: [],
    exon_transcript: [],
    translation: [],
    transcript_attrib: [],
  };
  let exon = 0;
  for (const {
    id,
    region,
    strand,
    exons,
    coding,
    phase = -1,
    attribs = [],
    names: [name, protein] = [`ENSFICT0000${id}`, `ENSFICP0000${id}`],
    more = {},
  } of sketches) {
    const place = {
      seq_region_id: region,
      seq_region_start: Math.min(...exons.flat()),
      seq_region_end: Math.max(...exons.flat()),
      seq_region_strand: strand,
    };
    const common = {
      ...place,
      source: 'fictional',
      is_current: 1,
      biotype: coding ? 'protein_coding' : 'lncRNA',
      version: id,
    };
    rows.gene.push({
      ...common,
      gene_id: id,
      canonical_transcript_id: id,
      display_xref_id: id === 1 ? 1 : null,
      stable_id: `ENSFICG0000${id}`,
    });
    rows.transcript.push({
      ...common,
      transcript_id: id,
      gene_id: id,
      canonical_translation_id: coding ? id : null,
      stable_id: name,
      ...more,
    });
    exons.forEach(([start, end], rank) => {
      exon++;
      rows.exon.push({
        ...place,
        exon_id: exon,
        seq_region_start: start,
        seq_region_end: end,
        phase: rank === 0 ? phase : 0,
        end_phase: -1,
        is_current: 1,
        is_constitutive: 1,
        stable_id: `ENSFICE0000${exon}`,
        version: 1,
      });
      rows.exon_transcript.push({ exon_id: exon, transcript_id: id, rank: rank + 1 });
    });
    if (coding) {
      rows.translation.push({
        translation_id: id,
        transcript_id: id,
        seq_start: coding[0],
        start_exon_id: exon - exons.length + 1,
        seq_end: coding[1],
        end_exon_id: exon,
        stable_id: protein,
        version: id,
      });
    }
    for (const attrib of attribs)
      rows.transcript_attrib.push({ transcript_id: id, attrib_type_id: attrib, value: '1' });
  }
  return rows;
}

function variationRows(): Partial<Record<keyof typeof VARIATION_TABLES, Row[]>> {
  const names = [
    'rs1',
    'COSM2',
    'rs3',
    'rs4',
    'rs5',
    'rs6',
    'rs7',
    'ss8',
    'rs9',
    'rs10',
    'rs11',
    'rs12',
    'rs13',
    'rs14',
    'PhenCode1',
    'rs16',
  ];
  const feature = (
    id: number,
    variation: number,
    start: number,
    end: number,
    alleles: string | null,
    more: Row = {},
  ): Row => ({
    variation_feature_id: id,
    variation_id: variation,
    variation_name: at(names, variation - 1),
    seq_region_id: 1,
    seq_region_start: start,
    seq_region_end: end,
    seq_region_strand: 1,
    allele_string: alleles,
    source_id: 1,
    consequence_types: 'intergenic_variant',
    display: 1,
    somatic: variation === 2 ? 1 : 0,
    ...more,
  });
  return {
    source: [
      { source_id: 1, name: 'dbSNP' },
      { source_id: 2, name: 'Archive' },
      { source_id: 3, name: 'ClinVar' },
    ],
    attrib: [
      { attrib_id: 2, value: 'SNV' },
      { attrib_id: 3, value: 'copy_number_variation' },
      { attrib_id: 4, value: 'copy_number_loss' },
    ],
    attrib_type: [{ attrib_type_id: 1, code: 'SO_term' }],
    // A copy number variation of all of T4, which a loss supports.
    structural_variation: [
      { structural_variation_id: 1, variation_name: 'esv1', source_id: 1, class_attrib_id: 3, is_evidence: 0 },
      { structural_variation_id: 2, variation_name: 'essv2', source_id: 1, class_attrib_id: 4, is_evidence: 1 },
    ],
    structural_variation_association: [{ structural_variation_id: 1, supporting_structural_variation_id: 2 }],
    structural_variation_feature: [1, 2].map((id) => ({
      structural_variation_feature_id: id,
      seq_region_id: 1,
      seq_region_start: 2900,
      seq_region_end: 3200,
      seq_region_strand: 1,
      structural_variation_id: id,
      variation_name: id === 1 ? 'esv1' : 'essv2',
      class_attrib_id: id + 2,
      is_evidence: id - 1,
      somatic: 0,
    })),
    variation: names.map((name, each) => ({
      variation_id: each + 1,
      source_id: 1,
      name,
      class_attrib_id: 2,
      somatic: each === 1 ? 1 : 0,
    })),
    allele_synonym: (
      [
        [1, 'FX000001.1:g.1058G>C', 'CA11'],
        [1, 'FX000001.1:g.1058G>A', 'CA12'],
        [4, 'FX000001.1:g.609_610del', 'CA13'],
        [4, 'FX000001.1:g.608_609del', 'CA13'],
      ] as const
    ).map(([variation_id, hgvs_genomic, name], each) => ({
      allele_synonym_id: each + 1,
      variation_id,
      hgvs_genomic,
      name,
    })),
    variation_synonym: (
      [
        [2, 'rs101'],
        [3, 'VCV1'],
        [3, 'RCV1'],
      ] as const
    ).map(([source, name], each) => ({
      variation_synonym_id: each + 1,
      variation_id: 1,
      source_id: source,
      name,
    })),
    failed_variation: [7, 9, 10].map((variation_id) => ({ variation_id, failed_description_id: 1 })),
    failed_description: [{ failed_description_id: 1, description: 'No good' }],
    variation_feature: [
      // Not displayed, though it did not fail.
      feature(1, 2, 1058, 1058, 'COSMIC_MUTATION', { display: 0 }),
      feature(2, 1, 1058, 1058, 'G/T/C'),
      // On the reverse strand, at two places.
      feature(3, 3, 700, 700, 'C/A', { seq_region_strand: -1 }),
      feature(4, 3, 800, 800, 'G/A', { seq_region_strand: -1 }),
      // A deletion of two of ten A, in the middle.
      feature(5, 4, 603, 604, 'AA/-'),
      feature(6, 5, 900, 900, '-/A'),
      feature(7, 7, 650, 650, `${CHROMOSOME[649]}/${otherBase(at(CHROMOSOME, 649))}`, { display: 0 }),
      feature(8, 8, 655, 655, '(LARGEINSERTION)'),
      // A deletion of the last CAGT of the circle.
      feature(11, 11, 297, 300, 'CAGT/-', { seq_region_id: 2 }),
      // On the circle between the last and the first base, elsewhere on the circle with unknown alleles, and after the
      // last base of the chromosome.
      feature(12, 12, 301, 300, '-/GG', { seq_region_id: 2 }),
      feature(13, 13, 151, 150, null, { seq_region_id: 2 }),
      feature(14, 14, 4001, 4000, '-/AC'),
      // Failed variants: one hidden, one displayed.
      feature(9, 9, 1058, 1058, 'G/T', { display: 0 }),
      feature(10, 10, 1058, 1058, 'C/A', { seq_region_strand: -1 }),
      // Alleles that are not sequences describe no change.
      feature(15, 15, 1058, 1058, 'PhenCode_variation'),
      feature(16, 16, 1058, 1058, 'G/A/(LARGEDELETION)'),
    ],
  };
}

export function otherBase(base: string): string {
  return base === 'A' ? 'C' : 'A';
}

function named(species: string, rows: CoreRows): CoreRows {
  return {
    ...rows,
    meta: [
      { species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: species },
      { meta_id: 2, meta_key: 'schema_version', meta_value: '115' },
    ],
  };
}

export async function writeRecoderDumps(folder: string): Promise<string[]> {
  await writeCoreDump(folder, 'fictus_probatus', coreRows());
  await writeCoreDump(folder, 'fictus_refseq', named('fictus_refseq', coreRows()));
  await writeCoreDump(folder, 'fictus_refseq', named('fictus_refseq', otherFeaturesRows()), 'otherfeatures');
  await writeDump(folder, 'fictus_probatus', 'variation', VARIATION_TABLES, variationRows());
  const alter = regionRows([{ id: 1, name: '1', length: 8, topLevel: true }]);
  at(alter.coord_system, 0).attrib = 'default_version,sequence_level';
  await writeCoreDump(folder, 'fictus_alter', {
    ...named('fictus_alter', alter),
    dna: [{ seq_region_id: 1, sequence: 'ACGTACGT' }],
  });
  return [folder];
}
