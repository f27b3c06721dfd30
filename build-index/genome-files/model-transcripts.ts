/** Transcripts of a gene from the features below it. */
import { at } from '../../src/checked.ts';
import { isGeneType, isPseudo, transcriptBiotype } from './biotypes.ts';
import { descriptionOf, xrefsOf } from './cross-references.ts';
import { type Feature, firstOf, type Piece, spanOf } from './feature.ts';
import type { ModelTranscript, ModelTranslation, Named } from './gene-model.ts';
import { REGIONS } from './region-names.ts';
import { plainId, versioned } from './stable-ids.ts';
import { translationAttribs } from './translation-edits.ts';
import {
  acrossOrigin,
  arePhasesRight,
  type CodingPlace,
  inOrder,
  merged,
  phasesOf,
  placeOfCds,
  splitByCds,
} from './transcript-parts.ts';

const EXON = 'exon';
/** SGD's exons of genes without a protein. */
const EXONS = new Set([EXON, 'noncoding_exon', 'coding_exon']);
const PARTS = new Set([
  ...[
    ...EXONS,
    'CDS',
    'UTR',
    'five_prime_UTR',
    'three_prime_UTR',
    "5'UTR",
    "3'UTR",
    'five_prime_utr',
    'three_prime_utr',
  ],
  ...['start_codon', 'stop_codon', 'intron', 'polyA_site', 'polyA_sequence', 'stop_codon_redefined_as_selenocysteine'],
  ...['five_prime_cis_splice_site', 'three_prime_cis_splice_site', 'Selenocysteine', 'sequence_feature', 'protein'],
  ...['polypeptide', 'translation', 'signal_peptide', 'transit_peptide', 'mature_protein_region'],
  ...['mature_protein_region_of_CDS', 'mat_peptide', 'sig_peptide', 'regulatory', 'promoter', 'TSS', 'match_part'],
]);
const PEPTIDES = new Set([
  ...['mature_protein_region_of_CDS', 'mature_protein_region', 'mat_peptide', 'signal_peptide_region_of_CDS'],
  ...['signal_peptide', 'sig_peptide', 'transit_peptide', 'propeptide', 'propeptide_region_of_CDS'],
]);
const PROTEINS = new Set(['protein', 'polypeptide']);
/** The end of the ids that Phytozome and others give the pieces of a CDS. */
const PIECE = /\bcds[.:_-]?\d+$/i;
const UTR = /utr$/i;

export function isTranscriptType(type: string): boolean {
  return !PARTS.has(type) && !PEPTIDES.has(type) && !isGeneType(type) && !REGIONS.has(type);
}

/** A transcript before it has ids. */
export interface DraftTranscript {
  feature: Feature;
  /** In the order of the transcript. */
  exons: Piece[];
  codings: { features: Feature[]; pieces: Piece[]; place: CodingPlace }[];
}

/** Reports a departure of a feature: its kind and a sentence about it. */
export type Report = (
  kind: 'CDS outside its exons' | 'wrong or missing phase' | 'feature that is no part of a gene',
  feature: Feature,
  sentence: string,
) => void;

/**
 * The transcripts of a gene: features such as mRNA with their parts; and for parts that are directly below the gene,
 * as in bacteria and viruses, one for each CDS, or one for all exons.
 */
export function draftTranscripts(gene: Feature, circularLength: number, report: Report): DraftTranscript[] {
  for (const child of gene.children)
    if (isGeneType(child.type))
      report(
        'feature that is no part of a gene',
        child,
        `${shown(child)} is below ${shown(gene)}, but genes have no genes as parts; it is left out`,
      );
  const within = transcriptsBelow(gene);
  const drafts = within.flatMap((feature) => draftOf(feature, feature.children, circularLength, report));
  const parts = gene.children.filter(({ type }) => PARTS.has(type) || PEPTIDES.has(type));
  const withDrafts = new Set(within.flatMap(({ children }) => children));
  const own = parts.filter((part) => !withDrafts.has(part));
  const groups = codingGroups(own.filter(({ type }) => type === 'CDS'));
  if (groups.length === 0) {
    const exons = own.filter(({ type }) => EXONS.has(type));
    // Exons next to transcripts repeat those of the transcripts.
    if (drafts.length === 0) drafts.push(...draftOf(gene, exons, circularLength, report));
  } else
    for (const group of groups) {
      const children = groups.length === 1 && drafts.length === 0 ? own.filter(({ type }) => type !== 'CDS') : [];
      drafts.push(...draftOf(at(group, 0), [...children, ...group], circularLength, report));
    }
  return drafts;
}

/**
 * Transcripts at any depth, each once: those of NCBI's miRNA genes are below a primary transcript. Without recursion,
 * and in linear time where features have several parents on many levels.
 */
function transcriptsBelow(gene: Feature): Feature[] {
  const found = new Set<Feature>();
  const open = [...gene.children].reverse();
  for (let each = open.pop(); each; each = open.pop()) {
    if (!isTranscriptType(each.type) || found.has(each)) continue;
    found.add(each);
    for (let index = each.children.length - 1; index >= 0; index--) open.push(at(each.children, index));
  }
  return [...found];
}

/** The CDS features of a transcript or gene by the protein that they encode. */
function codingGroups(features: readonly Feature[]): Feature[][] {
  const groups = Map.groupBy(
    features,
    (feature) => feature.attributes.get('protein_id') ?? (feature.pieces.length > 1 ? feature.id : null) ?? '',
  );
  return [...groups].flatMap(([protein, group]) => {
    if (protein !== '' || !doOverlap(group)) return [group];
    // Each line is a CDS of its own.
    return group.map((feature) => [feature]);
  });
}

function doOverlap(features: readonly Feature[]): boolean {
  const spans = features.map(spanOf).sort((a, b) => a.start - b.start);
  return spans.some(({ start }, index) => index > 0 && start <= at(spans, index - 1).end);
}

function draftOf(
  feature: Feature,
  parts: readonly Feature[],
  circularLength: number,
  report: Report,
): DraftTranscript[] {
  const isOrdered = [feature, ...parts].some((part) => part.isOrdered || isTransSpliced(part));
  const order = (some: readonly Piece[]) => (isOrdered ? acrossOrigin : inOrder)(some, circularLength);
  const pieces = (test: (type: string) => boolean) => parts.flatMap((part) => (test(part.type) ? part.pieces : []));
  const groups =
    feature.type === 'CDS'
      ? [parts.filter(({ type }) => type === 'CDS')]
      : codingGroups(parts.filter(({ type }) => type === 'CDS'));
  const cdsPieces = groups.map((group) => order(group.flatMap((part) => part.pieces)));
  const exonPieces = order(pieces((type) => EXONS.has(type)));
  const hasSubfeatures = exonPieces.length > 0 || cdsPieces.length > 0;
  let exons = exonPieces;
  if (exons.length === 0)
    exons = hasSubfeatures
      ? merged(order([...pieces((type) => UTR.test(type)), ...(cdsPieces[0] ?? [])]))
      : order(feature.pieces);
  // A CDS without untranslated parts has the exons of its pieces, which overlap where the ribosome slips back.
  if (exonPieces.length === 0 && pieces((type) => UTR.test(type)).length === 0 && cdsPieces[0]) exons = cdsPieces[0];
  for (const cds of cdsPieces) exons = exonPieces.length > 0 ? splitByCds(exons, cds) : exons;
  const codings = cdsPieces.flatMap((cds, index) => {
    const place = placeOfCds(exons, cds);
    const features = at(groups, index);
    const [first] = features;
    if (!place && first)
      report('CDS outside its exons', first, `the CDS of ${shown(feature)} is not within its exons; it is left out`);
    if (!place) return [];
    if (first && !arePhasesRight(cds))
      report(
        'wrong or missing phase',
        first,
        `the phases of the CDS of ${shown(feature)} do not follow from its lengths`,
      );
    return [{ features, pieces: cds, place }];
  });
  return [{ feature, exons, codings: isPseudo(feature) ? [] : codings }];
}

/** Pieces of a trans-spliced transcript are in no order of the sequence. */
function isTransSpliced({ attributes }: Feature): boolean {
  return attributes.get('exception') === 'trans-splicing' || attributes.get('trans_splicing') !== undefined;
}

export function shown(feature: Feature): string {
  const { start, end } = spanOf(feature);
  return `${feature.type} ${feature.id ?? `at ${feature.sequence}:${start}-${end}`}`;
}

/** Ids of a draft as the file gives them; null where it gives none. */
export function givenIds({ feature, codings }: DraftTranscript): {
  transcript: Named | null;
  proteins: (Named | null)[];
} {
  const { attributes, id } = feature;
  const isOwn = isTranscriptType(feature.type);
  const own =
    attributes.get('transcript_id') ??
    (isOwn ? (namePart(feature) ?? attributes.get('orig_transcript_id')) : undefined);
  const version = firstOf(attributes, 'transcript_version', 'version');
  const transcript =
    own !== undefined ? versioned(own, version) : isOwn && id !== null ? versioned(plainId(id), version) : null;
  const proteins = codings.map(({ features }) => {
    const [cds] = features;
    if (!cds) return null;
    const name = cds.attributes.get('protein_id');
    if (name !== undefined) return versioned(name, firstOf(cds.attributes, 'protein_version', 'version'));
    // FlyBase and Chado have a feature for the protein. The ids of single pieces name none.
    const protein = codings.length === 1 ? feature.children.find(({ type }) => PROTEINS.has(type))?.id : null;
    if (protein) return versioned(plainId(protein));
    if (features.length > 1 || cds.id === null || PIECE.test(cds.id)) return null;
    return versioned(plainId(cds.id));
  });
  return { transcript, proteins };
}

/** Phytozome's IDs are the name and the release of the annotation: AT1G01010.1.Araport11.447. */
export function namePart({ id, attributes }: Feature): string | undefined {
  const name = attributes.get('Name');
  return name !== undefined && id?.startsWith(`${name}.`) === true ? name : undefined;
}

/** The parts of a draft that its features alone decide. */
export function translationOf(
  { features, place, pieces }: DraftTranscript['codings'][number],
  named: Named,
): ModelTranslation {
  const cds = at(features, 0);
  return {
    ...named,
    startExon: place.startExon,
    startOffset: place.startOffset,
    endExon: place.endExon,
    endOffset: place.endOffset,
    attribs: translationAttribs(cds, pieces),
    xrefs: xrefsOf(cds.attributes),
    parts: features.flatMap((feature) => feature.children.flatMap((child) => peptidePart(child, pieces, place))),
  };
}

function peptidePart(child: Feature, cds: readonly Piece[], place: CodingPlace): ModelTranslation['parts'] {
  if (!PEPTIDES.has(child.type)) return [];
  const [first, last] = [codingOffset(cds, child.pieces, 'first'), codingOffset(cds, child.pieces, 'last')];
  if (first === null || last === null) return [];
  const residue = (offset: number) => Math.floor((offset + place.missing) / 3) + 1;
  const name = firstOf(child.attributes, 'protein_id', 'Name', 'product', 'ID') ?? child.type;
  return [
    {
      name,
      description: firstOf(child.attributes, 'product', 'Note') ?? null,
      start: residue(first),
      end: residue(last),
    },
  ];
}

/** 0-based offset within a CDS of the first or last base of some pieces; null outside of it. */
function codingOffset(cds: readonly Piece[], pieces: readonly Piece[], end: 'first' | 'last'): number | null {
  const { start: starts, end: ends } = spanOf({ pieces });
  let before = 0;
  let found: number | null = null;
  for (const piece of cds) {
    const position = (piece.strand === 1) === (end === 'first') ? starts : ends;
    if (position >= piece.start && position <= piece.end)
      found = before + (piece.strand === 1 ? position - piece.start : piece.end - position);
    if (found !== null && end === 'first') return found;
    before += piece.end - piece.start + 1;
  }
  return found;
}

const TAGS: Readonly<Record<string, [code: string, value: string]>> = {
  basic: ['gencode_basic', '1'],
  gencode_basic: ['gencode_basic', '1'],
  gencode_primary: ['gencode_primary', '1'],
  GENCODE_Primary: ['gencode_primary', '1'],
  cds_start_NF: ['cds_start_NF', '1'],
  cds_end_NF: ['cds_end_NF', '1'],
  mRNA_start_NF: ['mRNA_start_NF', '1'],
  mRNA_end_NF: ['mRNA_end_NF', '1'],
};

/** Transcript attributes of Ensembl by the tags of GENCODE and Ensembl. */
export function transcriptAttribs({ feature }: DraftTranscript): [code: string, value: string][] {
  const attribs: [string, string][] = [];
  for (const tag of new Set(feature.attributes.all('tag'))) {
    const known = TAGS[tag];
    const appris = /^appris_(principal|alternative)_?(\d)?$/.exec(tag);
    if (known) attribs.push(known);
    else if (appris) attribs.push(['appris', `${appris[1]}${appris[2] ?? ''}`]);
  }
  const level = /^(?:tsl)?([1-5]|NA)\b/.exec(feature.attributes.get('transcript_support_level') ?? '')?.[1];
  if (level !== undefined) attribs.push(['TSL', `tsl${level}`]);
  return attribs;
}

/** Biotype, name and text of a transcript. */
export function transcriptTexts(
  { feature, codings }: DraftTranscript,
  geneBiotype: string | null,
): Pick<ModelTranscript, 'biotype' | 'source' | 'logicName' | 'name' | 'description' | 'xrefs'> {
  const { attributes } = feature;
  const isOwn = isTranscriptType(feature.type);
  const name = isOwn ? firstOf(attributes, 'transcript_name', 'Name') : undefined;
  return {
    biotype: transcriptBiotype(feature, codings.length > 0) ?? geneBiotype ?? 'misc_RNA',
    source: feature.source,
    logicName: attributes.get('logic_name') ?? null,
    name: name ?? null,
    description: isOwn ? descriptionOf(attributes) : null,
    xrefs: isOwn ? xrefsOf(attributes) : [],
  };
}

/** Exons of a draft with phases; positions may lie past the end of a circular sequence. */
export function phasedExons({ exons, codings }: DraftTranscript): (Piece & { ownPhase: number; endPhase: number })[] {
  const phases = phasesOf(exons, codings[0]?.place ?? null);
  return exons.map((exon, index) => {
    const [ownPhase, endPhase] = at(phases, index);
    return { ...exon, ownPhase, endPhase };
  });
}
