/** The answer about one allele and one transcript. */
import type { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import type { Positions } from '../../effects/transcript-places.ts';
import type { StructuralVariantEffect } from '../../effects/structural-variant-effect.ts';
import type { ProteinFeatureRecord } from '../../genome/feature-records.ts';
import { attribValue, type Attribs } from '../../genome/gene-record.ts';
import type { Span } from '../../genome/transcript.ts';
import type { RankedXref } from '../../genome/xref-record.ts';
import { impactOf } from '../../variants/consequences.ts';
import type { VepOptions } from './options.ts';
import type { VepTranscript } from './transcripts-near.ts';

/** Records that some options need in addition to the gene. */
export interface TranscriptExtras {
  transcriptXrefs: readonly RankedXref[];
  translationXrefs: readonly RankedXref[];
  domains: readonly ProteinFeatureRecord[];
}

type Block = Record<string, unknown>;

/** Keys that blocks of small and of structural variants share. */
export function transcriptBlock(
  near: VepTranscript,
  effect: SmallVariantEffect | StructuralVariantEffect,
  allele: string,
  extras: TranscriptExtras,
  options: VepOptions,
): Block {
  const { gene, transcript, source } = near;
  const { terms, situation } = effect;
  const version = options.transcript_version && transcript.version !== null && !/\.\d+$/.test(transcript.id);
  const flags = transcript.attribs.map(([code]) => code).filter((code) => code.startsWith('cds_'));
  const block: Block = {
    variant_allele: allele,
    consequence_terms: terms,
    impact: impactOf(terms[0] ?? ''),
    gene_id: gene.id,
    transcript_id: version ? `${transcript.id}.${transcript.version}` : transcript.id,
    strand: transcript.strand,
    biotype: transcript.biotype,
    ...symbolOf(near),
  };
  if (flags.length > 0) block['flags'] = flags;
  if (terms.some((term) => term === 'upstream_gene_variant' || term === 'downstream_gene_variant'))
    block['distance'] = effect.distance;
  if (situation.within && situation.exon) {
    addPositions(block, 'cdna', effect.coding.cdna);
    if (situation.coding) {
      addPositions(block, 'cds', effect.coding.cds);
      addPositions(block, 'protein', effect.coding.protein);
    }
  }
  if (options.numbers) {
    addText(block, 'exon', effect.exonNumber);
    addText(block, 'intron', effect.intronNumber);
  }
  if (options.domains && situation.coding) addDomains(block, extras.domains, effect.coding.protein);
  if (options.ccds) addText(block, 'ccds', transcript.ccds);
  if (options.protein) addText(block, 'protein_id', transcript.translation?.id ?? null);
  if (options.canonical && transcript.canonical) block['canonical'] = 1;
  if (options.merged) block['source'] = source;
  addReferences(block, extras, options);
  addAttributes(block, transcript.attribs, options);
  if (options.mirna && transcript.biotype === 'miRNA') addMirna(block, transcript.attribs, effect.coding.cdna);
  return block;
}

/** Symbol, its source and HGNC's id, of the display name of the gene. */
function symbolOf({ gene }: VepTranscript): Block {
  if (gene.displayName === null) return {};
  const { symbol } = gene;
  return {
    gene_symbol: gene.displayName,
    ...(symbol && { gene_symbol_source: symbol.db }),
    ...(symbol?.db === 'HGNC' && { hgnc_id: symbol.id }),
  };
}

/** In ascending order; an unknown end is that of the other, an unknown start is left out. */
function addPositions(block: Block, name: string, { start, end }: Positions): void {
  if (start === undefined && end === undefined) return;
  if (start === undefined) block[`${name}_end`] = end;
  else {
    const other = end ?? start;
    block[`${name}_start`] = Math.min(start, other);
    block[`${name}_end`] = Math.max(start, other);
  }
}

function addText(block: Block, key: string, value: string | null): void {
  if (value !== null && value !== '' && value !== '-') block[key] = value;
}

/** Labels such as 'Low complexity (Seg):seg' are not shown: a list of only such ones is empty, as in Ensembl. */
function addDomains(block: Block, domains: readonly ProteinFeatureRecord[], { start, end }: Positions): void {
  if (start === undefined || end === undefined) return;
  const shown = new Map<string, object>();
  const touched = domains.filter((domain) => domain.end >= start && domain.start <= end);
  for (const domain of touched) {
    const label = [domain.displayLabel, domain.hitName]
      .filter(Boolean)
      .join(':')
      .replaceAll(/[\s;=]/g, '_');
    const [, db, name] = /(\w+):(\w+)/.exec(label) ?? [];
    if (db !== undefined && name !== undefined) shown.set(`${db}:${name}`, { db, name });
  }
  if (touched.length > 0) block['domains'] = [...shown.values()];
}

function addReferences(block: Block, extras: TranscriptExtras, options: VepOptions): void {
  const add = (key: string, xrefs: readonly RankedXref[], db: string) => {
    const ids = xrefs.filter(([, { dbname }]) => dbname === db).map(([, { display_id: id }]) => id);
    if (ids.length > 0) block[key] = ids;
  };
  if (options.plugins.has('GO')) addGo(block, [...extras.transcriptXrefs, ...extras.translationXrefs]);
  if (options.xref_refseq) add('refseq_transcript_ids', extras.transcriptXrefs, 'RefSeq_mRNA');
  if (!options.uniprot) return;
  add('swissprot', extras.translationXrefs, 'Uniprot/SWISSPROT');
  add('trembl', extras.translationXrefs, 'Uniprot/SPTREMBL');
  add('uniparc', extras.translationXrefs, 'UniParc');
  add('uniprot_isoform', extras.translationXrefs, 'Uniprot_isoform');
}

/** Terms of the Gene Ontology, each once, in order of accession. Blanks and commas are as Ensembl's plugin has them. */
function addGo(block: Block, xrefs: readonly RankedXref[]): void {
  const terms = new Map<string, object>();
  for (const [, { dbname, primary_id: id, display_id: term, description }] of xrefs) {
    if (dbname !== 'GO' || !id.startsWith('GO:')) continue;
    const text = description?.replaceAll(' ', '_').replaceAll(',_', '_-_').replaceAll(',', '-');
    terms.set(`${term} ${text}`, { go_term: term, ...(text && { description: text }) });
  }
  if (terms.size > 0) block['go'] = [...terms.keys()].sort().map((key) => terms.get(key));
}

function addAttributes(block: Block, attribs: Attribs, options: VepOptions): void {
  const valueOf = (code: string) => attribValue(attribs, code);
  if (options.mane) {
    const manes = ['MANE_Select', 'MANE_Plus_Clinical'].filter((code) => valueOf(code) !== undefined);
    for (const code of manes) addText(block, code.toLowerCase(), valueOf(code) ?? null);
    if (manes.length > 0) block['mane'] = manes;
  }
  if (options.tsl) {
    const level = /tsl(\d+)/.exec(valueOf('TSL') ?? '')?.[1];
    if (level !== undefined && Number(level) !== 0) block['tsl'] = level;
  }
  if (options.appris)
    addText(block, 'appris', valueOf('appris')?.replace('principal', 'P').replace('alternative', 'A') ?? null);
  if (options.refseq || options.merged) {
    const matches = attribs.map(([code]) => code).filter((code) => code.startsWith('rseq'));
    if (matches.length > 0) block['refseq_match'] = matches;
  }
}

/** Stems and loops that the change touches: attribute `ncRNA` has 'start:end' and run lengths of brackets and dots. */
function addMirna(block: Block, attribs: Attribs, { start, end }: Positions): void {
  const value = attribValue(attribs, 'ncRNA');
  const [from, to, structure] = value?.split(/\s+|:/) ?? [];
  if (!structure || start === undefined || end === undefined) return;
  const letters = [...structure.matchAll(/([.()])(\d+)?/g)].flatMap(([, letter = '', count]) =>
    new Array<string>(Number(count ?? 1)).fill(letter),
  );
  // The start of an insertion is behind its end, so none at an edge of the structure passes, as in Ensembl.
  if (end < Number(from) || start > Number(to)) return;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const parts = new Set<string>();
  for (let position = low; position <= high; position++) {
    const letter = letters[position - Number(from)];
    if (letter !== undefined) parts.add(letter === '.' ? 'miRNA_loop' : 'miRNA_stem');
  }
  if (parts.size > 0) block['mirna'] = [...parts].sort();
}

/** Codons and residues of an allele that is given as bases. */
export function addCodingChange(block: Block, effect: SmallVariantEffect): void {
  if (!effect.situation.within || !effect.situation.exon || !effect.situation.coding) return;
  addText(block, 'amino_acids', effect.coding.aminoAcids);
  addText(block, 'codons', effect.coding.codons);
}

/** How much of a feature a structural variant covers. */
export function overlapOf(feature: Span, variant: Span): Block {
  const bases = Math.min(feature.end, variant.end) - Math.max(feature.start, variant.start) + 1;
  const share = (100 * bases) / (feature.end - feature.start + 1);
  return {
    ...(bases > 0 && { bp_overlap: bases }),
    ...(share > 0 && { percentage_overlap: rounded(share) }),
  };
}

/** With two decimals. As in Perl, a number half way between two becomes the one whose last digit is even. */
function rounded(share: number): number {
  const isTie = Math.abs((share * 8) % 2) === 1;
  const hundredths = Math.floor(share * 100);
  return isTie ? (hundredths + (hundredths % 2)) / 100 : Number(share.toFixed(2));
}
