/** Rows of genes, transcripts, exons and translations with their attributes. */
import { at, get, present } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranscript, AnnotatedTranslation } from '../genes/annotation.ts';
import { aminoAcidAt, asText } from '../sequence/genetic-code.ts';
import { type DemoSpecies, REFERENCE } from '../species.ts';
import { type CoreDatabase, type LogicName, TIMESTAMP } from './core-database.ts';
import type { RegionIds } from './region-rows.ts';
import { demoRnaAccession, type DisplayXrefs } from './xref-rows.ts';

const STAMP = { created_date: TIMESTAMP, modified_date: TIMESTAMP };

export function writeGenes(
  db: CoreDatabase,
  species: DemoSpecies,
  genes: readonly AnnotatedGene[],
  regionIds: RegionIds,
  display: DisplayXrefs,
): void {
  const edited = editedTranscript(species, genes);
  for (const gene of genes) {
    const { locus, strand } = gene;
    const seq_region_id = get(regionIds, gene.region.name);
    const logicName = logicNameOf(gene);
    const source = logicName === 'demo_manual' ? 'demo_manual' : 'demo';
    const canonical = at(gene.transcripts, 0);
    db.insert('gene', {
      gene_id: gene.dbId,
      biotype: locus.biotype,
      analysis_id: db.analysis(logicName),
      ...place(seq_region_id, gene, strand),
      display_xref_id: display.genes.get(gene.dbId) ?? null,
      source,
      description: descriptionOf(gene),
      is_current: 1,
      canonical_transcript_id: canonical.dbId,
      stable_id: gene.stableId,
      version: gene.version,
      ...STAMP,
    });
    db.insert('gene_attrib', { gene_id: gene.dbId, attrib_type_id: db.attribType('GeneGC'), value: gcContent(gene) });
    const exons = new Set(gene.transcripts.flatMap((transcript) => transcript.exons));
    for (const exon of exons) {
      db.insert('exon', {
        exon_id: exon.dbId,
        ...place(seq_region_id, exon, strand),
        phase: exon.phase,
        end_phase: exon.endPhase,
        is_current: 1,
        is_constitutive: exon.constitutive ? 1 : 0,
        stable_id: exon.stableId,
        version: exon.version,
        ...STAMP,
      });
    }
    for (const transcript of gene.transcripts) {
      const { translation } = transcript;
      db.insert('transcript', {
        transcript_id: transcript.dbId,
        gene_id: gene.dbId,
        analysis_id: db.analysis(logicName),
        ...place(seq_region_id, transcript, strand),
        display_xref_id: display.transcripts.get(transcript.dbId) ?? null,
        source,
        biotype: transcript.isoform.biotype,
        is_current: 1,
        canonical_translation_id: translation?.dbId ?? null,
        stable_id: transcript.stableId,
        version: transcript.version,
        ...STAMP,
      });
      transcript.exons.forEach((exon, index) =>
        db.insert('exon_transcript', { exon_id: exon.dbId, transcript_id: transcript.dbId, rank: index + 1 }),
      );
      for (const [code, value] of attribsOf(species, gene, transcript)) {
        db.insert('transcript_attrib', { transcript_id: transcript.dbId, attrib_type_id: db.attribType(code), value });
      }
      if (transcript === edited) {
        db.insert('transcript_attrib', {
          transcript_id: transcript.dbId,
          attrib_type_id: db.attribType('_rna_edit'),
          value: rnaEdit(transcript),
        });
      }
      if (translation) writeTranslation(db, transcript.dbId, translation);
    }
  }
}

function place(seq_region_id: number, { start, end }: { start: number; end: number }, strand: number) {
  return { seq_region_id, seq_region_start: start, seq_region_end: end, seq_region_strand: strand };
}

function writeTranslation(db: CoreDatabase, transcript_id: number, translation: AnnotatedTranslation): void {
  const { startExon, startOffset, endExon, endOffset, selenocysteines, ...named } = translation;
  db.insert('translation', {
    translation_id: named.dbId,
    transcript_id,
    seq_start: startOffset,
    start_exon_id: startExon.dbId,
    seq_end: endOffset,
    end_exon_id: endExon.dbId,
    stable_id: named.stableId,
    version: named.version,
    ...STAMP,
  });
  for (const residue of selenocysteines) {
    db.insert('translation_attrib', {
      translation_id: named.dbId,
      attrib_type_id: db.attribType('_selenocysteine'),
      value: `${residue} ${residue} U`,
    });
  }
}

function logicNameOf({ locus, dbId }: AnnotatedGene): LogicName {
  if (locus.symbol.startsWith('MT-')) return 'demo_mt';
  if (['miRNA', 'rRNA', 'snRNA'].includes(locus.biotype)) return 'demo_ncrna';
  return dbId % 3 === 0 ? 'demo_manual' : 'demo_genes';
}

/** One description in forty contains a line break and a tab, as some real ones do. */
function descriptionOf({ locus, dbId }: AnnotatedGene): string {
  const words =
    dbId % 40 === 7
      ? locus.description.replace(' (fictional)', ',\n\tdescribed over two lines (fictional)')
      : locus.description;
  return `${words} [Source:DEMO_NAME;Acc:DN:${String(locus.id).padStart(5, '0')}]`;
}

function gcContent({ transcripts }: AnnotatedGene): string {
  const bases = asText(at(transcripts, 0).spliced);
  return ((100 * bases.replace(/[AT]/g, '').length) / bases.length).toFixed(2);
}

function attribsOf(
  species: DemoSpecies,
  gene: AnnotatedGene,
  transcript: AnnotatedTranscript,
): [code: string, value: string][] {
  const { isoform, translation } = transcript;
  const canonical = transcript === gene.transcripts[0];
  const coding = gene.locus.biotype === 'protein_coding';
  const complete = !isoform.startNotFound && !isoform.endNotFound;
  const attribs: [string, string][] = [];
  if (canonical) attribs.push(['is_canonical', '1']);
  if (complete && (translation !== null || !coding)) attribs.push(['gencode_basic', '1']);
  if (complete && (canonical || isoform.support === 1)) attribs.push(['gencode_primary', '1']);
  if (coding) attribs.push(['TSL', `tsl${isoform.support}`]);
  if (canonical && translation) attribs.push(['appris', 'principal1']);
  if (
    canonical &&
    translation &&
    species === REFERENCE &&
    gene.region.kind !== 'alternative' &&
    gene.locus.codonTable === 1
  ) {
    attribs.push(['MANE_Select', `${demoRnaAccession(species, transcript.dbId)}.1`]);
  }
  if (isoform.startNotFound) attribs.push(['cds_start_NF', '1'], ['mRNA_start_NF', '1']);
  if (isoform.endNotFound) attribs.push(['cds_end_NF', '1'], ['mRNA_end_NF', '1']);
  if (gene.locus.biotype === 'miRNA') attribs.push(['miRNA', '5-26']);
  return attribs;
}

/** The canonical transcript on chromosome 2 of the reference species that has an RNA edit. */
function editedTranscript(species: DemoSpecies, genes: readonly AnnotatedGene[]): AnnotatedTranscript | undefined {
  if (species !== REFERENCE) return undefined;
  return genes.find(({ locus, region }) => region.name === '2' && locus.cds && locus.productClass?.stem !== 'DEMSEL')
    ?.transcripts[0];
}

/** First base, last base and replacement in the spliced sequence: an A that becomes G, as in A-to-I editing. */
function rnaEdit({ isoform, spliced, stableId }: AnnotatedTranscript): string {
  const cds = present(isoform.cds, `the coding part of ${stableId}`);
  for (let codon = cds.start + 30; codon < cds.end - 3; codon += 3) {
    if (spliced[codon] !== ADENINE) continue;
    const after = spliced.slice(codon, codon + 3);
    after[0] = GUANINE;
    if (aminoAcidAt(after, 0, 1) !== '*') return `${codon + 1} ${codon + 1} G`;
  }
  throw new Error(`${stableId} has no codon that begins with A and can be edited`);
}

const ADENINE = 0x41;
const GUANINE = 0x47;
