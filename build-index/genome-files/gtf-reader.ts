/** Streams GTF (http://mblab.wustl.edu/GTF22.html) of Ensembl, GENCODE, StringTie and others as trees of features. */
import { DumpError } from '../dump/dump-error.ts';
import { ListedAttributes, type Attributes, type Feature, type FeatureBatch, type Piece } from './feature.ts';
import { MOST_FEATURES, readColumns, type AnnotationOptions, type Columns } from './gff3-reader.ts';

export async function* readGtf(
  path: string,
  { departures, progress, notes }: AnnotationOptions,
): AsyncGenerator<FeatureBatch> {
  const reading = departures.reading(path, '');
  let tree = new GtfTree();
  let hasFeatures = false;
  for await (const columns of readColumns(path, 'GTF', reading, notes, progress)) {
    if (tree.size >= MOST_FEATURES && columns.sequence !== tree.lastSequence) {
      yield { roots: tree.roots() };
      tree = new GtfTree();
    }
    const missing = tree.add(columns);
    hasFeatures ||= missing !== 'gene_id';
    if (missing !== null)
      reading.note(
        'line that is no feature',
        () => `${path} line ${columns.line}: the ${columns.type} has no ${missing}`,
      );
  }
  if (!hasFeatures) throw new DumpError(`${path}: no line has a gene_id; if the file is GFF3, give it with --gff3`);
  yield { roots: tree.roots() };
}

/** `gene_id "ENSG1"; tag "basic"; tag "CCDS"; level 2;` Values may contain semicolons within quotes. */
function readAttributes(text: string): ListedAttributes {
  const attributes = new ListedAttributes();
  for (const [, key = '', quoted, plain] of text.matchAll(/([\w-]+)\s+(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/g))
    attributes.add(key, quoted ?? plain ?? '');
  return attributes;
}

/** A transcript with its CDS, whose lines are one feature. */
interface Transcript {
  feature: Feature;
  cds: Feature | null;
  stops: Piece[];
}

class GtfTree {
  readonly #genes = new Map<string, Feature>();
  readonly #transcripts = new Map<string, Transcript>();
  size = 0;
  lastSequence = '';

  /** Returns the attribute that the line needs and lacks. */
  add(columns: Columns): 'gene_id' | 'transcript_id' | null {
    const { type, sequence } = columns;
    this.lastSequence = sequence;
    const attributes = readAttributes(columns.attributes);
    const geneId = attributes.get('gene_id');
    const transcriptId = attributes.get('transcript_id');
    if (geneId === undefined || geneId === '') return 'gene_id';
    // Old files of GENCODE give lines of genes the gene's id as transcript_id, and those of NCBI an empty one.
    const hasTranscript = type !== 'gene' && transcriptId !== undefined && transcriptId !== '';
    if (type !== 'gene' && !hasTranscript) return 'transcript_id';
    this.size++;
    const gene = this.#gene(geneId, columns, attributes);
    if (!hasTranscript) return null;
    const transcript = this.#transcript(transcriptId, gene, columns, attributes);
    const piece = pieceOf(columns);
    if (type === 'CDS') {
      if (transcript.cds) transcript.cds.pieces.push(piece);
      else {
        transcript.cds = featureOf(columns, attributes, null);
        transcript.feature.children.push(transcript.cds);
      }
    } else if (type === 'stop_codon') transcript.stops.push(piece);
    else if (type === 'exon') transcript.feature.children.push(featureOf(columns, attributes, null));
    return null;
  }

  roots(): Feature[] {
    for (const { cds, stops } of this.#transcripts.values()) if (cds) for (const stop of stops) includeStop(cds, stop);
    // A gene without a line of its own may share its only transcript with a gene that was first.
    return [...this.#genes.values()].filter(({ pieces, children }) => pieces.length + children.length > 0);
  }

  #gene(id: string, columns: Columns, attributes: Attributes): Feature {
    const key = `${columns.sequence} ${id}`;
    const known = this.#genes.get(key);
    const isLine = columns.type === 'gene';
    if (known) {
      if (isLine) Object.assign(known, { attributes, pieces: [pieceOf(columns)], source: columns.source });
      return known;
    }
    // Files of old releases and of assemblers have no lines of genes; attributes of the first line name them.
    const gene = { ...featureOf(columns, attributes, id), type: 'gene', pieces: isLine ? [pieceOf(columns)] : [] };
    this.#genes.set(key, gene);
    return gene;
  }

  #transcript(id: string, gene: Feature, columns: Columns, attributes: Attributes): Transcript {
    const key = `${columns.sequence} ${id}`;
    const known = this.#transcripts.get(key);
    const isLine = columns.type === 'transcript';
    if (known) {
      if (isLine) Object.assign(known.feature, { attributes, pieces: [pieceOf(columns)] });
      return known;
    }
    const feature = { ...featureOf(columns, attributes, id), type: 'transcript' };
    gene.children.push(feature);
    const transcript = { feature, cds: null, stops: [] };
    this.#transcripts.set(key, transcript);
    return transcript;
  }
}

/** The CDS of GTF ends before its stop codon, that of other formats with it. GENCODE's GFF3 and some GTF contain it. */
function includeStop(cds: Feature, { start, end, strand }: Piece): void {
  if (cds.pieces.some((piece) => piece.start <= start && piece.end >= end)) return;
  const next = cds.pieces.find((piece) => (strand === 1 ? piece.end + 1 === start : piece.start - 1 === end));
  if (!next) cds.pieces.push({ start, end, strand, phase: null });
  else if (strand === 1) next.end = end;
  else next.start = start;
}

function pieceOf({ start, end, strand, phase }: Columns): Piece {
  return { start: Math.min(start, end), end: Math.max(start, end), strand, phase };
}

function featureOf(columns: Columns, attributes: Attributes, id: string | null): Feature {
  const { type, source, sequence, line } = columns;
  return { type, source, sequence, line, id, pieces: [pieceOf(columns)], attributes, children: [] };
}
