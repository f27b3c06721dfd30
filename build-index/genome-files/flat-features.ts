/** The trees of features of a flat file's records, whose table has no parents: names and places connect features. */
import type { FlatFeature, FlatRecord } from './flat-file-reader.ts';
import { type Attributes, type Feature, spanOf } from './feature.ts';
import { parseLocation } from './location.ts';

const TRANSCRIPT = /^(mRNA|tRNA|rRNA|ncRNA|tmRNA|misc_RNA|precursor_RNA|prim_transcript|[A-Z]_segment|[A-Z]_region)$/;
const PEPTIDE = /^(mat_peptide|sig_peptide|transit_peptide|propeptide)$/;
/** Parts that transcripts repeat. */
const REPEATED = new Set(['exon', 'intron', "5'UTR", "3'UTR"]);
const TYPES: Readonly<Record<string, string>> = {
  V_segment: 'V_gene_segment',
  D_segment: 'D_gene_segment',
  J_segment: 'J_gene_segment',
  C_region: 'C_gene_segment',
  precursor_RNA: 'primary_transcript',
  prim_transcript: 'primary_transcript',
};

/** @param unread gets features whose location is on another record */
export function treesOf(record: FlatRecord, unread: (feature: FlatFeature) => void): Feature[] {
  const features = record.features.flatMap((flat) => {
    if (flat.key === 'source' || REPEATED.has(flat.key)) return [];
    const feature = featureOf(flat, record.name);
    if (!feature) unread(flat);
    return feature ? [feature] : [];
  });
  const genes = features.filter(({ type }) => type === 'gene');
  const codings = features.filter(({ type }) => type === 'CDS');
  const roots: Feature[] = [...genes];
  const transcripts = features.filter(({ type }) => TRANSCRIPT.test(type));
  const free = new Set(transcripts.filter(({ type }) => type === 'mRNA'));
  for (const transcript of transcripts) {
    transcript.children.push({ ...transcript, type: 'exon', id: null, children: [] });
    transcript.type = TYPES[transcript.type] ?? transcript.type;
    place(transcript, geneOf(transcript, genes), roots);
  }
  for (const cds of codings) {
    const mRNA = [...free].find((each) => (areAlike(each, cds) ?? false) && doesContain(each, cds));
    if (mRNA) {
      free.delete(mRNA);
      mRNA.children.push(cds);
    } else place(cds, geneOf(cds, genes), roots);
  }
  for (const feature of features) {
    if (feature.type === 'gene' || feature.type === 'CDS' || transcripts.includes(feature)) continue;
    const owners = PEPTIDE.test(feature.type)
      ? codings.filter((cds) => (areAlike(cds, feature) ?? true) && isWithin(feature, cds))
      : [];
    for (const cds of owners) cds.children.push(feature);
    if (owners.length === 0) roots.push(feature);
  }
  return roots;
}

function place(feature: Feature, gene: Feature | undefined, roots: Feature[]): void {
  if (gene) gene.children.push(feature);
  else roots.push(feature);
}

function featureOf({ key, location: text, qualifiers, line }: FlatFeature, sequence: string): Feature | null {
  const location = parseLocation(text);
  if (!location) return null;
  const { pieces, isOpenBefore, isOpenAfter } = location;
  const [first] = pieces;
  if (key === 'CDS' && first) first.phase = phaseOf(qualifiers);
  // As NCBI's GFF3 says it.
  if (isOpenBefore) qualifiers.add('start_range', '.');
  if (isOpenAfter) qualifiers.add('end_range', '.');
  qualifiers.add('gbkey', key === 'gene' ? 'Gene' : key);
  return {
    type: key,
    source: 'INSDC',
    sequence,
    line,
    id: null,
    pieces,
    attributes: qualifiers,
    children: [],
    isOrdered: true,
  };
}

function phaseOf(qualifiers: Attributes): number {
  const start = Number(qualifiers.get('codon_start') ?? 1);
  return start === 2 || start === 3 ? start - 1 : 0;
}

/** The gene with the locus_tag of a feature, otherwise the one with its name that contains it. */
function geneOf(feature: Feature, genes: readonly Feature[]): Feature | undefined {
  const tag = feature.attributes.get('locus_tag');
  if (tag !== undefined) {
    const tagged = genes.filter(({ attributes }) => attributes.get('locus_tag') === tag);
    return tagged.find((gene) => isWithin(feature, gene)) ?? tagged[0];
  }
  const name = feature.attributes.get('gene');
  if (name === undefined) return undefined;
  return genes.find((gene) => gene.attributes.get('gene') === name && isWithin(feature, gene));
}

function isWithin(feature: Feature, outer: Feature): boolean {
  const [own, its] = [spanOf(feature), spanOf(outer)];
  return own.start >= its.start && own.end <= its.end;
}

/** Do two features have one name? Null if they have none in common. */
function areAlike(one: Feature, other: Feature): boolean | null {
  for (const key of ['locus_tag', 'gene']) {
    const [a, b] = [one.attributes.get(key), other.attributes.get(key)];
    if (a !== undefined && b !== undefined) return a === b;
  }
  return null;
}

/** Is each piece of a CDS within an exon, and are its inner ends those of exons? */
function doesContain(mRNA: Feature, cds: Feature): boolean {
  const last = cds.pieces.length - 1;
  return cds.pieces.every(({ start, end, strand }, index) =>
    mRNA.pieces.some((exon) => {
      if (exon.strand !== strand || exon.start > start || exon.end < end) return false;
      const [atFirst, atLast] =
        strand === 1 ? [exon.start === start, exon.end === end] : [exon.end === end, exon.start === start];
      return (index === 0 || atFirst) && (index === last || atLast);
    }),
  );
}
