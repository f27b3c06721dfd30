/** Genes of Ensembl's terms from the trees of features that an annotation file has. */
import { at } from '../../src/checked.ts';
import type { ReadingDepartures } from '../dump/departures.ts';
import { geneBiotype, isGeneType } from './biotypes.ts';
import { descriptionOf, symbolXref, xrefsOf } from './cross-references.ts';
import { type Feature, firstOf, spanOf } from './feature.ts';
import type { ModelExon, ModelGene, ModelTranscript, Named } from './gene-model.ts';
import {
  draftTranscripts,
  type DraftTranscript,
  givenIds,
  isTranscriptType,
  namePart,
  phasedExons,
  shown,
  transcriptAttribs,
  transcriptTexts,
  translationOf,
} from './model-transcripts.ts';
import type { InputSequence, SequenceNames } from './sequence-names.ts';
import { plainId, type UniqueIds, versioned } from './stable-ids.ts';
import type { StartCodons } from './start-codons.ts';
import { acrossOrigin, codingLength, inOrder } from './transcript-parts.ts';

/** Lengths of the circular sequences by name; others are linear. */
export type CircularLengths = ReadonlyMap<string, number>;

export class GeneModeller {
  readonly #path: string;
  readonly #names: SequenceNames;
  readonly #circular: CircularLengths;
  readonly #reading: ReadingDepartures;
  readonly #starts: StartCodons;
  readonly #ids: UniqueIds;
  readonly #lengths: ReadonlyMap<string, number>;
  /** Sequences by their names in the file. */
  readonly #found = new Map<string, InputSequence | null>();
  /** Sequences by names of the file that are not their own. */
  get renamed(): [name: string, sequence: InputSequence][] {
    return [...this.#found].flatMap(([name, sequence]) =>
      sequence && sequence.name !== name ? [[name, sequence]] : [],
    );
  }

  /** Genes on sequences that the genome lacks. */
  unplaced = 0;
  /** Codon tables that the CDSs of each sequence name, with the number of CDSs. */
  readonly codonTables = new Map<string, Map<number, number>>();
  /** Features that are no part of genes, by type. */
  readonly others = new Map<string, number>();

  /** @param ids shared by all files of a genome */
  constructor(
    path: string,
    context: {
      names: SequenceNames;
      circular: CircularLengths;
      reading: ReadingDepartures;
      starts: StartCodons;
      ids: UniqueIds;
      /** Lengths of sequences by their names in the file. */
      lengths: ReadonlyMap<string, number>;
    },
  ) {
    this.#path = path;
    this.#names = context.names;
    this.#circular = context.circular;
    this.#reading = context.reading;
    this.#starts = context.starts;
    this.#ids = context.ids;
    this.#lengths = context.lengths;
  }

  /** The genes among features without parents. Transcripts and CDSs without a gene get one. */
  *genes(roots: readonly Feature[]): Generator<ModelGene> {
    for (const root of withGenes(roots)) {
      if (!isGeneType(root.type)) {
        this.others.set(root.type, (this.others.get(root.type) ?? 0) + 1);
        continue;
      }
      const sequence = this.#sequenceOf(root);
      const gene = sequence && this.#gene(root, sequence);
      if (gene) yield gene;
    }
  }

  #sequenceOf(feature: Feature): InputSequence | null {
    const { sequence: name, line } = feature;
    const sequence = this.#found.get(name) ?? this.#find(name, line);
    if (!sequence) {
      this.unplaced++;
      return null;
    }
    const { end } = spanOf(feature);
    const { length } = sequence;
    if (end <= (this.#circular.has(sequence.name) ? 2 * length : length)) return sequence;
    this.#reading.note(
      'outside its region',
      () => `${this.#path} line ${line}: ${shown(feature)} ends at ${end}, but ${sequence.name} has ${length} bases`,
    );
    return null;
  }

  /** Finds a name for the first time, and reports a sequence that has another name or is missing. */
  #find(name: string, line: number): InputSequence | null {
    if (this.#found.has(name)) return null;
    const match = this.#names.find(name, this.#lengths.get(name));
    this.#found.set(name, match?.sequence ?? null);
    if (match?.by)
      this.#reading.note(
        'name of a sequence that differs',
        () => `${this.#path} line ${line}: ${name} is taken for ${match.sequence.name} (by ${match.by})`,
      );
    if (!match)
      this.#reading.note(
        'sequence that the genome lacks',
        () => `${this.#path} line ${line}: ${this.#names.missing(name)}`,
      );
    return match?.sequence ?? null;
  }

  #gene(root: Feature, sequence: InputSequence): ModelGene | null {
    const circular = this.#circular.get(sequence.name) ?? 0;
    const drafts = draftTranscripts(root, circular, (kind, feature, sentence) =>
      this.#reading.note(kind, () => `${this.#path} line ${feature.line}: ${sentence}`),
    );
    const own = geneBiotype(root);
    const biotype =
      own ??
      (drafts.some(({ codings }) => codings.length > 0)
        ? 'protein_coding'
        : drafts[0] && drafts[0].feature !== root
          ? transcriptTexts(drafts[0], null).biotype
          : 'other');
    const named = this.#ids.take(geneId(root));
    const transcripts = canonicalFirst(drafts).map((draft, index) =>
      this.#transcript(draft, named, index, biotype, circular, sequence),
    );
    markConstitutive(transcripts);
    this.#shareExons(transcripts);
    const { attributes } = root;
    const description = firstOf(attributes, 'description') ?? productOf(drafts) ?? descriptionOf(attributes);
    const symbol = symbolOf(root, named.id);
    const strand = at(at(transcripts, 0).exons, 0).strand;
    return {
      ...named,
      sequence,
      ...wrapped(
        spanOf({
          pieces: [
            ...drafts.flatMap(({ exons }) => exons),
            ...(root.isOrdered ? acrossOrigin : inOrder)(root.pieces, circular),
          ],
        }),
        circular,
      ),
      strand,
      biotype,
      source: root.source,
      logicName: attributes.get('logic_name') ?? null,
      symbol: symbol === null ? null : symbolXref(symbol, description),
      synonyms: ['gene_synonym', 'Alias', 'old_locus_tag']
        .flatMap((key) => attributes.all(key))
        .flatMap((text) => text.split(/\s*;\s*/))
        .filter((synonym) => synonym !== '' && synonym !== symbol),
      description,
      xrefs: xrefsOf(attributes),
      transcripts,
    };
  }

  #transcript(
    draft: DraftTranscript,
    gene: Named,
    index: number,
    biotype: string,
    circular: number,
    sequence: InputSequence,
  ): ModelTranscript {
    const given = givenIds(draft);
    const own = given.transcript && given.transcript.id !== gene.id ? given.transcript : null;
    const named = this.#ids.take(own ?? { id: `${gene.id}.t${index + 1}`, version: gene.version });
    const exons = phasedExons(draft).map(({ start, end, strand, ownPhase, endPhase }): ModelExon => {
      return {
        id: '',
        version: null,
        ...wrapped({ start, end }, circular),
        strand,
        phase: ownPhase,
        endPhase,
        isConstitutive: false,
      };
    });
    const translations = draft.codings.map((coding, each) => {
      const of = given.proteins[each];
      this.#countCodonTable(sequence.name, at(coding.features, 0));
      const translation = translationOf(
        coding,
        this.#ids.take(
          of && of.id !== gene.id && of.id !== named.id
            ? of
            : { id: `${named.id}.p${each + 1}`, version: named.version },
        ),
      );
      if (this.#starts.isOtherStart(at(coding.features, 0), coding.pieces, sequence))
        translation.attribs.push(['initial_met', '1 1 M']);
      return translation;
    });
    return {
      ...named,
      ...transcriptTexts(draft, biotype),
      ...wrapped(spanOf({ pieces: draft.exons }), circular),
      strand: at(exons, 0).strand,
      exons: this.#namedExons(draft, exons, named.id),
      translations,
      attribs: transcriptAttribs(draft),
    };
  }

  #countCodonTable(sequence: string, { attributes }: Feature): void {
    const table = Number(attributes.get('transl_table') ?? 0);
    const counts = this.codonTables.get(sequence) ?? new Map<number, number>();
    this.codonTables.set(sequence, counts.set(table, (counts.get(table) ?? 0) + 1));
  }

  /** Transcripts of a gene share an exon if its place and phases are the same. */
  #shareExons(transcripts: readonly ModelTranscript[]): void {
    const shared = new Map<string, ModelExon>();
    for (const transcript of transcripts)
      transcript.exons = transcript.exons.map((exon) => {
        const key = [exon.start, exon.end, exon.strand, exon.phase, exon.endPhase].join();
        const known = shared.get(key) ?? { ...exon, ...this.#ids.take(exon) };
        shared.set(key, known);
        return known;
      });
  }

  /** Exons with the ids of the file; others are numbered. */
  #namedExons({ feature }: DraftTranscript, exons: ModelExon[], transcript: string): ModelExon[] {
    const byPlace = new Map<string, Named>();
    for (const part of feature.children) {
      if (part.type !== 'exon') continue;
      const id = part.attributes.get('exon_id');
      const version = firstOf(part.attributes, 'exon_version', 'version');
      const { start, end } = spanOf(part);
      if (id !== undefined) byPlace.set(`${start} ${end}`, versioned(id, version));
    }
    return exons.map((exon, index) => ({
      ...exon,
      ...(byPlace.get(`${exon.start} ${exon.end}`) ?? { id: `${transcript}.exon${index + 1}`, version: null }),
    }));
  }
}

/** Positions on a circular sequence, from positions that may lie past its length. */
function wrapped({ start, end }: { start: number; end: number }, circular: number): { start: number; end: number } {
  if (circular === 0) return { start, end };
  if (start > circular) return { start: start - circular, end: end - circular };
  return { start, end: end > circular ? end - circular : end };
}

/** The product that all transcripts of a gene have. */
function productOf(drafts: readonly DraftTranscript[]): string | null {
  const products = drafts
    .flatMap(({ feature, codings }) => [feature, ...codings.flatMap(({ features }) => features)])
    .flatMap(({ attributes }) => attributes.get('product')?.replace(VARIANT, '') ?? []);
  return new Set(products).size === 1 ? (products[0] ?? null) : null;
}

/** NCBI's end of the products of alternative transcripts. */
const VARIANT = /,? (?:transcript variant|isoform) \w+$/i;

function geneId(root: Feature): Named {
  const { attributes, id } = root;
  const version = firstOf(attributes, 'gene_version', 'version');
  const given = firstOf(attributes, 'gene_id', 'locus_tag') ?? namePart(root);
  if (given !== undefined) return versioned(given, version);
  if (id !== null) return versioned(plainId(id), version);
  const protein = attributes.get('protein_id');
  const named =
    firstOf(attributes, 'gene', 'gene_name', 'Name') ??
    (protein === undefined ? attributes.get('product') : `gene-${versioned(protein).id}`);
  const { start, end } = spanOf(root);
  return { id: (named ?? `${root.sequence}_${start}-${end}`).replaceAll(/[\s/?#]+/g, '_'), version: null };
}

function symbolOf(root: Feature, id: string): string | null {
  const { attributes } = root;
  const given = firstOf(attributes, 'gene_name', 'gene', 'locus', 'ref_gene_name');
  if (given !== undefined) return given;
  const product = attributes.get('product');
  const isSymbol = (text: string | undefined) =>
    text !== undefined && text !== '' && text.toLowerCase() !== id.toLowerCase() && text !== product;
  // Bakta's Name is the product, WormBase's is the id.
  return ['Name', 'locus_tag', 'sequence_name'].map((key) => attributes.get(key)).find(isSymbol) ?? null;
}

/**
 * Roots in which transcripts and CDSs without a gene are below one that has their place and names. Those with one gene
 * id, which overlap or follow each other, share it.
 */
function withGenes(roots: readonly Feature[]): Feature[] {
  const result: Feature[] = [];
  const made = new Map<string, Feature>();
  for (const root of roots) {
    const isOrphan = isTranscriptType(root.type) ? hasGeneParts(root) || RNA.test(root.type) : root.type === 'CDS';
    if (!isOrphan) {
      result.push(root);
      continue;
    }
    const { sequence, source, line, attributes } = root;
    const name = firstOf(attributes, 'gene_id', 'locus_tag', 'gene', 'gene_name');
    const strand = root.pieces[0]?.strand;
    const key = name === undefined ? null : `${sequence} ${strand} ${name}`;
    const known = key === null ? undefined : made.get(key);
    if (known) {
      known.children.push(root);
      for (const piece of root.pieces) known.pieces.push(piece);
      continue;
    }
    const id = name === undefined ? root.id : null;
    const gene: Feature = {
      type: 'gene',
      source,
      sequence,
      line,
      id,
      isOrdered: root.isOrdered ?? false,
      pieces: [...root.pieces],
      attributes,
      children: [root],
    };
    if (key !== null) made.set(key, gene);
    result.push(gene);
  }
  return result;
}

const RNA = /RNA$|^transcript$|_transcript$/;

function hasGeneParts({ children }: Feature): boolean {
  return children.some(({ type }) => type === 'exon' || type === 'CDS');
}

/**
 * Ensembl's canonical transcript comes first: the one that the file names, or the one with the longest CDS, then cDNA.
 */
function canonicalFirst(drafts: DraftTranscript[]): DraftTranscript[] {
  const rank = ({ feature: { attributes }, codings, exons }: DraftTranscript): number[] => {
    const tags = attributes.all('tag');
    return [
      tags.includes('Ensembl_canonical') ? 1 : 0,
      tags.includes('MANE_Select') || tags.includes('MANE Select') || attributes.get('longest') === '1' ? 1 : 0,
      codings[0] ? codingLength(codings[0].pieces) : 0,
      exons.reduce((sum, { start, end }) => sum + end - start + 1, 0),
    ];
  };
  const ranks = new Map(drafts.map((draft) => [draft, rank(draft)]));
  return [...drafts].sort((a, b) => {
    const [one, other] = [ranks.get(a) ?? [], ranks.get(b) ?? []];
    const differs = one.findIndex((value, index) => value !== other[index]);
    return differs < 0 ? 0 : at(other, differs) - at(one, differs);
  });
}

/** Exons that all transcripts of a gene contain are constitutive. */
function markConstitutive(transcripts: readonly ModelTranscript[]): void {
  const placeOf = ({ start, end }: ModelExon) => `${start} ${end}`;
  const counts = new Map<string, number>();
  for (const { exons } of transcripts)
    for (const place of new Set(exons.map(placeOf))) counts.set(place, (counts.get(place) ?? 0) + 1);
  for (const { exons } of transcripts)
    for (const exon of exons) exon.isConstitutive = counts.get(placeOf(exon)) === transcripts.length;
}
