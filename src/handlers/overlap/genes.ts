/** Genes, transcripts, exons, coding sequences and MANE transcripts of the overlap operations. */
import type { BedTranscript } from '../../formats/bed.ts';
import { attribValue, hasAttrib, type Attribs, type ExonRecord, type GeneHead } from '../../genome/gene-record.ts';
import type { Slice } from '../../genome/seq-region.ts';
import { present } from '../../checked.ts';
import { codingRegion, exonsOf, type Span, codingPieces } from '../../genome/transcript.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import type { OverlapScope, SliceTranscript } from './scope.ts';
import { alongSlice, type Place } from '../../genome/feature-placement.ts';

type PlacedTranscript = SliceTranscript['transcript'] & { gene: SliceTranscript['gene'] };

export const gene: FeatureKind<GeneHead> = {
  table: 'genes',
  async find(scope) {
    const { logic_name, biotype, source } = scope.filters;
    const heads = await scope.geneHeads(
      (head) => allows(logic_name, head.logicName) && allows(biotype, head.biotype) && allows(source, head.source),
    );
    return [heads];
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
    if (head.havana) {
      json.havana_gene = head.havana.id;
      json.havana_version = head.havana.version;
    }
    const parent = attribValue(head.attribs, 'proj_parent_g');
    if (parent !== undefined) json.projection_parent_gene = parent;
    return json;
  },
  gff: (head) => ({
    type: head.soTerm === null || head.soTerm === 'protein_coding_gene' ? 'gene' : head.soTerm,
    id: ['ID', 'gene:'],
    named: true,
  }),
  bed: (head) => ({ name: head.id }),
};

export const transcript: FeatureKind<PlacedTranscript> = {
  table: 'genes',
  find: async (scope) => [(await filteredTranscripts(scope)).map(withGene)],
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
    const supportLevel = attribValue(record.attribs, 'TSL')?.replace(/^tsl/, '');
    if (supportLevel) json.transcript_support_level = supportLevel;
    const tags = tagsOf(record);
    if (tags.length > 0) json.tag = tags;
    const parent = attribValue(record.attribs, 'proj_parent_t');
    if (parent !== undefined) json.projection_parent_transcript = parent;
    return json;
  },
  gff: (record) => ({
    type: record.soTerm ?? 'transcript',
    id: ['ID', 'transcript:'],
    parentPrefix: 'gene:',
    named: true,
  }),
  bed: (record, slice) => ({ name: record.id, transcript: bedTranscript(record, slice) }),
};

/** Transcripts that equal a RefSeq transcript in sequence (MANE); filters do not apply. */
export const mane: FeatureKind<PlacedTranscript> = {
  table: 'genes',
  find: async (scope) => [
    (await scope.transcripts('own')).filter(({ transcript }) => maneAttrib(transcript.attribs)).map(withGene),
  ],
  json(record, slice) {
    const [type, refseq] = present(maneAttrib(record.attribs), 'the MANE attribute');
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

/** Transcripts that pass logic_name and biotype. Exons and coding sequences are those of these transcripts. */
async function filteredTranscripts(scope: OverlapScope): Promise<SliceTranscript[]> {
  const { logic_name, biotype } = scope.filters;
  const biotypes = biotype.filter((each) => each !== '');
  return (await scope.transcripts()).filter(
    ({ transcript }) =>
      // Ensembl compares biotypes of transcripts in Perl, by case, and other filters in MySQL, without regard to case.
      allows(logic_name, transcript.logicName) && (biotypes.length === 0 || biotypes.includes(transcript.biotype)),
  );
}

/** Whether a value is among the wanted ones, in any case. Without wanted values, true. */
export function allows(wanted: readonly string[], value: string | null): boolean {
  let isFiltered = false;
  for (const each of wanted) {
    if (each === '') continue;
    if (each === value || each.toLowerCase() === value?.toLowerCase()) return true;
    isFiltered = true;
  }
  return !isFiltered;
}

function withGene({ gene, transcript }: SliceTranscript): PlacedTranscript {
  return { ...transcript, gene };
}

function maneAttrib(attribs: Attribs): Attribs[number] | undefined {
  return attribs.find(([code]) => code.includes('MANE'));
}

function tagsOf(record: PlacedTranscript): string[] {
  const tags = ['gencode_basic', 'gencode_primary'].filter((code) => hasAttrib(record.attribs, code));
  if (record.canonical) tags.push('Ensembl_canonical');
  const maneType = maneAttrib(record.attribs)?.[0];
  if (maneType) tags.push(maneType);
  return tags;
}

function bedTranscript(record: PlacedTranscript, slice: Slice): BedTranscript {
  const { gene } = record;
  const { circular, length } = slice.region;
  // In a transcript over the origin of a circular region, positions after the origin continue beyond the length.
  const unroll = (position: number) => (circular && position < record.start ? position + length : position);
  const unrolled = <T extends Span>(span: T): T => ({
    ...span,
    start: unroll(span.start),
    end: unroll(span.end),
  });
  const native = codingRegion(gene, record);
  const coding = native && unrolled(native);
  // Ensembl compares exons in coordinates of the seq region with the coding region in coordinates of the slice, so that
  // they overlap only near the start of a region.
  const shift = slice.strand === 1 ? 1 - slice.start : slice.end - (coding?.start ?? 0) - (coding?.end ?? 0) + 1;
  const isCoding = ({ start, end }: ExonRecord) =>
    coding !== null && start <= coding.end + shift && end >= coding.start + shift;
  // Ensembl only counts the missing ends: a single one, 5' or 3', is shown as the first in the direction of the slice.
  const missing = ['cds_start_NF', 'cds_end_NF'].filter((code) => hasAttrib(record.attribs, code)).length;
  const [first, second] = [missing > 0, missing > 1];
  return {
    coding,
    cdsStartIncomplete: slice.strand === 1 ? first : second,
    cdsEndIncomplete: slice.strand === 1 ? second : first,
    exons: exonsOf(gene, record)
      .map(unrolled)
      .map((exon) => ({ start: exon.start, end: exon.end, phase: exon.phase, coding: isCoding(exon) })),
    displayName: record.displayName,
    biotype: record.biotype,
    gene: { id: gene.id, displayName: gene.displayName, biotype: gene.biotype },
  };
}

interface TranscriptExon extends Place {
  exon: ExonRecord;
  rank: number;
  transcript: SliceTranscript['transcript'];
}

interface CodingPart extends Place {
  /** Bases before the first complete codon, as in GFF3. */
  phase: number;
  transcript: SliceTranscript['transcript'];
}

export const exon: FeatureKind<TranscriptExon> = {
  table: 'genes',
  async find(scope) {
    const found: TranscriptExon[] = [];
    for (const { gene, transcript } of await filteredTranscripts(scope)) {
      for (const [index, exon] of exonsOf(gene, transcript).entries()) {
        if (!overlapsSlice(scope.slice, exon)) continue;
        found.push({ start: exon.start, end: exon.end, strand: exon.strand, exon, rank: index + 1, transcript });
      }
    }
    return [found];
  },
  json(feature, slice) {
    const { exon } = feature;
    const json = baseJson(slice, feature, 'exon');
    json.id = exon.id;
    json.exon_id = exon.id;
    if (exon.version) json.version = exon.version;
    json.Parent = feature.transcript.id;
    json.rank = feature.rank;
    json.constitutive = exon.constitutive ? 1 : 0;
    json.ensembl_phase = exon.phase;
    json.ensembl_end_phase = exon.endPhase;
    json.source = feature.transcript.source;
    return json;
  },
  gff: () => ({ type: 'exon', id: ['Name', ''], parentPrefix: 'transcript:' }),
  bed: ({ exon }) => ({ name: exon.id }),
};

/** The coding part of each coding exon of transcripts that overlap the slice, including exons outside the slice. */
export const cds: FeatureKind<CodingPart> = {
  table: 'genes',
  async find(scope) {
    const transcripts = await filteredTranscripts(scope);
    const parts = transcripts.flatMap(({ gene, transcript }) =>
      codingPieces(gene, transcript).map(({ exon, start, end }) => ({
        start,
        end,
        strand: exon.strand,
        phase: (3 - Math.max(exon.phase, 0)) % 3,
        transcript,
      })),
    );
    return [parts];
  },
  json(feature, slice) {
    const translation = present(feature.transcript.translation, 'the translation');
    const json = baseJson(slice, feature, 'cds');
    json.id = translation.id;
    json.protein_id = translation.id;
    if (translation.version) json.version = translation.version;
    json.Parent = feature.transcript.id;
    // Ensembl computes the phase as a text. Only 0 becomes a number again.
    json.phase = feature.phase === 0 ? 0 : String(feature.phase);
    json.source = feature.transcript.source;
    return json;
  },
  gff: () => ({ type: 'CDS', parentPrefix: 'transcript:' }),
  // Not used: BED shows transcripts instead (overlap.ts).
  bed: (feature) => ({ name: present(feature.transcript.translation, 'the translation').id }),
};

/**
 * Ensembl's test of overlap for exons: an exon that shares only the first or the last base of the slice does not
 * overlap, unless it contains the whole slice.
 */
function overlapsSlice(slice: Slice, exon: { start: number; end: number }): boolean {
  const place = alongSlice(slice, exon);
  if (!place) return false;
  const { start } = slice;
  const end = slice.end < start ? slice.end + slice.region.length : slice.end;
  return (
    (start <= place.start && place.start < end) ||
    (start < place.end && place.end <= end) ||
    (start >= place.start && end <= place.end)
  );
}
