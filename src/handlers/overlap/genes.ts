/** Genes, transcripts and MANE transcripts as overlap operations answer them. */
import type { BedTranscript } from '../../formats/bed.ts';
import type { Attribs, ExonRecord, GeneHead } from '../../genome/gene-record.ts';
import type { Slice } from '../../genome/seq-region.ts';
import { codingRegion, exonsOf, type Stretch } from '../../genome/transcript.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import type { OverlapScope, SliceTranscript } from './scope.ts';

type PlacedTranscript = SliceTranscript['transcript'] & { gene: SliceTranscript['gene'] };

export const gene: FeatureKind<GeneHead> = {
  table: 'genes',
  async find(scope) {
    const { logic_name, biotype, source } = scope.filters;
    return scope.geneHeads((head) =>
      allows(logic_name, head.logicName) && allows(biotype, head.biotype) && allows(source, head.source));
  },
  json(head, slice) {
    const json = baseJson(slice, head, 'gene');
    json.id = head.id;
    json.gene_id = head.id;
    if (head.version) json.version = head.version;
    json.biotype = head.biotype;
    json.source = head.source;
    if (head.logicName) json.logic_name = head.logicName;
    if (head.displayName) json.external_name = head.displayName;
    json.description = head.description;
    json.canonical_transcript = head.canonical ? `${head.canonical.id}.${head.canonical.version ?? ''}` : null;
    const parent = attrib(head.attribs, 'proj_parent_g');
    if (parent !== undefined) json.projection_parent_gene = parent;
    return json;
  },
  gff: (head) => ({
    type: head.soTerm === null || head.soTerm === 'protein_coding_gene' ? 'gene' : head.soTerm,
    id: ['ID', 'gene:'], named: true,
  }),
  bed: (head) => ({ name: head.id }),
};

export const transcript: FeatureKind<PlacedTranscript> = {
  table: 'genes',
  find: async (scope) => (await filteredTranscripts(scope)).map(withGene),
  json(record, slice) {
    const json = baseJson(slice, record, 'transcript');
    json.id = record.id;
    json.transcript_id = record.id;
    if (record.version) json.version = record.version;
    json.Parent = record.gene.id;
    json.biotype = record.biotype;
    json.source = record.source;
    if (record.logicName) json.logic_name = record.logicName;
    if (record.displayName) json.external_name = record.displayName;
    json.description = record.description;
    json.is_canonical = record.canonical ? 1 : 0;
    if (record.havana) {
      json.havana_transcript = record.havana.id;
      json.havana_version = record.havana.version;
    }
    if (record.ccds) json.ccdsid = record.ccds;
    const supportLevel = attrib(record.attribs, 'TSL')?.replace(/^tsl/, '');
    if (supportLevel) json.transcript_support_level = supportLevel;
    const tags = tagsOf(record);
    if (tags.length > 0) json.tag = tags;
    const parent = attrib(record.attribs, 'proj_parent_t');
    if (parent !== undefined) json.projection_parent_transcript = parent;
    return json;
  },
  gff: (record) => ({ type: record.soTerm ?? 'transcript', id: ['ID', 'transcript:'], parentPrefix: 'gene:', named: true }),
  bed: (record, slice) => ({ name: record.id, transcript: bedTranscript(record, slice) }),
};

/** Transcripts that match one of RefSeq's base by base; no filter applies to them. */
export const mane: FeatureKind<PlacedTranscript> = {
  table: 'genes',
  find: async (scope) => (await scope.transcripts('own')).filter(({ transcript }) => maneAttrib(transcript.attribs)).map(withGene),
  json(record, slice) {
    const [type, refseq] = maneAttrib(record.attribs)!;
    const json = baseJson(slice, record, 'mane');
    json.id = record.id;
    if (record.version) json.version = record.version;
    json.Parent = record.gene.id;
    json.type = type;
    json.refseq_match = refseq;
    return json;
  },
  gff: () => ({ type: 'transcript' }),
  bed: (record) => ({ name: record.id }),
};

/** Transcripts that pass logic_name and biotype; exons and coding pieces are those of these transcripts. */
export async function filteredTranscripts(scope: OverlapScope): Promise<SliceTranscript[]> {
  const { logic_name, biotype } = scope.filters;
  const biotypes = biotype.filter((each) => each !== '');
  return (await scope.transcripts()).filter(({ transcript }) =>
    // Ensembl compares these biotypes itself, letter by letter, and leaves all else to the database, which minds no case.
    allows(logic_name, transcript.logicName) && (biotypes.length === 0 || biotypes.includes(transcript.biotype)));
}

/** Is the value among those asked for, letters alike in either case? Nothing asked for allows all. */
export function allows(wanted: readonly string[], value: string | null): boolean {
  let asked = false;
  for (const each of wanted) {
    if (each === '') continue;
    if (each === value || each.toLowerCase() === value?.toLowerCase()) return true;
    asked = true;
  }
  return !asked;
}

function withGene({ gene, transcript }: SliceTranscript): PlacedTranscript {
  return { ...transcript, gene };
}

function attrib(attribs: Attribs, code: string): string | undefined {
  return attribs.find((each) => each[0] === code)?.[1];
}

function maneAttrib(attribs: Attribs): Attribs[number] | undefined {
  return attribs.find(([code]) => code.includes('MANE'));
}

function tagsOf(record: PlacedTranscript): string[] {
  const tags = ['gencode_basic', 'gencode_primary'].filter((code) => attrib(record.attribs, code) !== undefined);
  if (record.canonical) tags.push('Ensembl_canonical');
  const maneType = maneAttrib(record.attribs)?.[0];
  if (maneType) tags.push(maneType);
  return tags;
}

function bedTranscript(record: PlacedTranscript, slice: Slice): BedTranscript {
  const { gene } = record;
  const { circular, length } = slice.region;
  // Of a transcript over the origin of a circle, what stands behind the origin counts on.
  const onward = (position: number) => (circular && position < record.start ? position + length : position);
  const along = <T extends Stretch>(stretch: T): T => ({ ...stretch, start: onward(stretch.start), end: onward(stretch.end) });
  const native = codingRegion(gene, record);
  const coding = native && along(native);
  // Ensembl compares exons on the seq region with the coding stretch on the slice, which meet only near a region's start.
  const shift = slice.strand === 1 ? 1 - slice.start : slice.end - (coding?.start ?? 0) - (coding?.end ?? 0) + 1;
  const isCoding = ({ start, end }: ExonRecord) => coding !== null && start <= coding.end + shift && end >= coding.start + shift;
  // Ensembl counts the missing ends rather than telling them apart: a single one, whichever it is, stands first, in the
  // direction of the slice.
  const missing = ['cds_start_NF', 'cds_end_NF'].filter((code) => attrib(record.attribs, code) !== undefined).length;
  const [first, second] = [missing > 0, missing > 1];
  return {
    coding,
    cdsStartIncomplete: slice.strand === 1 ? first : second,
    cdsEndIncomplete: slice.strand === 1 ? second : first,
    exons: exonsOf(gene, record).map(along).map((exon) => ({ start: exon.start, end: exon.end, phase: exon.phase, coding: isCoding(exon) })),
    displayName: record.displayName,
    biotype: record.biotype,
    gene: { id: gene.id, displayName: gene.displayName, biotype: gene.biotype },
  };
}
