/** Sends pieces of variants to the service, and keeps the answers as blobs, which browsers keep outside of memory. */
import { EffectCounts, readRefusal, readVariant, type Refusal, type ShownVariant } from '../../vep/effect-rows.ts';
import { tsvLines, TSV_HEADER, vcfLines } from '../../vep/downloads.ts';
import { MAX_COMPARED, withGenomeBases } from '../../vep/reference-alleles.ts';
import { unanswered } from '../../vep/variant-lines.ts';
import { piecesOfFile, piecesOfText, type Piece } from './pieces.ts';

export interface RunOptions {
  base: string;
  species: string;
  /** Options of VEP. */
  query: string;
  source: File | string;
  signal: AbortSignal;
}

/** Columns of VCF before genotypes. */
const VCF_COLUMNS = 8;
/** A header for lines that come without one, since the first of them may be no VCF. */
const VCF_HEADER = ['##fileformat=VCFv4.2', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO'];
/** Most refused lines that are kept. */
const MAX_REFUSALS = 20;

export class Run {
  readonly counts = new EffectCounts();
  readonly refusals: Refusal[] = [];
  /** Bytes of the file that have been sent. */
  bytes = 0;
  readonly options: RunOptions;
  /** Objects of answers as JSON, with commas between them. */
  readonly #blobs: Blob[] = [];
  /** Bases of the genome by input, where they differ from the reference allele. */
  readonly #genomeBases = new Map<string, string>();
  #comparedCount = 0;
  #header: string[] = [];
  #isVcfFile = false;

  constructor(options: RunOptions) {
    this.options = options;
  }

  /** Sends all pieces. Throws an Error with a sentence. @param onPiece gets the variants of each answer */
  async send(onPiece: (variants: ShownVariant[]) => void): Promise<void> {
    const { source, signal } = this.options;
    for await (const piece of this.#pieces()) {
      signal.throwIfAborted();
      for (const input of piece.unknown) this.#refuse({ input, error: 'is in none of the formats' });
      if (piece.lines.length > 0) onPiece(await this.#sendPiece(piece));
      this.bytes = typeof source === 'string' ? 0 : piece.bytes;
    }
  }

  #pieces(): AsyncGenerator<Piece> {
    const { source } = this.options;
    return typeof source === 'string'
      ? piecesOfText(source)
      : piecesOfFile(source, (header) => (this.#header = header));
  }

  async #sendPiece({ lines, isVcf }: Piece): Promise<ShownVariant[]> {
    const values = isVcf ? await this.#annotate(lines) : await this.#predict(lines);
    if (isVcf) this.#isVcfFile = true;
    const results: unknown[] = [];
    const found: ShownVariant[] = [];
    for (const value of values) {
      const refusal = readRefusal(value);
      if (refusal) {
        if (refusal.input === '') throw new Error(refusal.error);
        this.#refuse(refusal);
        continue;
      }
      const variant = readVariant(value);
      if (!variant) continue;
      results.push(value);
      found.push(variant);
      this.counts.add(variant);
    }
    const variants = await this.#compared(found);
    if (!isVcf)
      for (const input of unanswered(
        lines,
        variants.map((variant) => variant.input),
      ))
        this.#refuse({ input, error: 'cannot be read, or is not on this assembly' });
    if (results.length > 0) this.#blobs.push(new Blob([results.map((value) => JSON.stringify(value)).join(',\n')]));
    return variants;
  }

  /** The first variants with the bases of the genome, where they differ. */
  async #compared(variants: ShownVariant[]): Promise<ShownVariant[]> {
    const left = MAX_COMPARED - this.#comparedCount;
    if (left <= 0) return variants;
    this.#comparedCount += variants.length;
    const { base, species, signal } = this.options;
    const compared = await withGenomeBases(variants.slice(0, left), species, async (address, body) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const response = await fetch(base + address, { method: 'POST', headers, body: JSON.stringify(body), signal });
      return response.ok ? response.json() : null;
    });
    for (const { input, genomeBases } of compared)
      if (genomeBases !== undefined) this.#genomeBases.set(input, genomeBases);
    return [...compared, ...variants.slice(left)];
  }

  #refuse(refusal: Refusal): void {
    this.counts.refused++;
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push(refusal);
  }

  /** Objects of POST vep/:species/batch, one for each line. */
  async #annotate(lines: readonly string[]): Promise<unknown[]> {
    // Genotypes are not needed, and stay in the browser.
    const shortened = lines.map((line) => line.split('\t', VCF_COLUMNS).join('\t'));
    const body = [...VCF_HEADER, ...shortened, ''].join('\n');
    const text = await this.#post('batch', body, 'text/x-vcf', 'application/x-ndjson');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** Objects of POST vep/:species/region. An answer to lines that cannot be read at all counts as their refusal. */
  async #predict(lines: readonly string[]): Promise<unknown[]> {
    const json = 'application/json';
    try {
      const answer: unknown = JSON.parse(await this.#post('region', JSON.stringify({ variants: lines }), json, json));
      return Array.isArray(answer) ? answer : [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return lines.map((input) => ({ input, error: error.message }));
    }
  }

  async #post(operation: 'batch' | 'region', body: string, type: string, accept: string): Promise<string> {
    const { base, species, query, signal } = this.options;
    const response = await fetch(`${base}/vep/${encodeURIComponent(species)}/${operation}?${query}`, {
      method: 'POST',
      headers: { 'content-type': type, accept },
      body,
      signal,
    });
    const text = await response.text();
    if (response.ok) return text;
    const sentence = sentenceOf(text);
    throw response.status === 400 ? new Refused(sentence) : new Error(sentence);
  }

  /** The variants of all answers so far. */
  async *variants(): AsyncGenerator<ShownVariant[]> {
    for await (const values of this.#answers())
      yield values.flatMap((value) => {
        const variant = readVariant(value);
        if (!variant) return [];
        const genomeBases = this.#genomeBases.get(variant.input);
        return genomeBases === undefined ? variant : { ...variant, genomeBases };
      });
  }

  async *#answers(): AsyncGenerator<unknown[]> {
    // The list grows while it is read.
    for (const blob of [...this.#blobs]) yield JSON.parse(`[${await blob.text()}]`);
  }

  json(): Blob {
    return new Blob(['[', ...this.#blobs.flatMap((blob, which) => (which > 0 ? [',\n', blob] : [blob])), ']\n']);
  }

  async tsv(): Promise<Blob> {
    const parts: Blob[] = [new Blob([TSV_HEADER])];
    for await (const variants of this.variants()) parts.push(new Blob([variants.map(tsvLines).join('')]));
    return new Blob(parts);
  }

  /** VCF with the field CSQ: the lines of a VCF file with all their columns, or new lines for other variants. */
  async vcf(): Promise<Blob> {
    const parts: Blob[] = [];
    const header = this.#header.length > 0 ? this.#header : VCF_HEADER;
    const add = async (lines: readonly string[]) => {
      if (lines.length === 0) return;
      const body = [...header, ...lines, ''].join('\n');
      const text = await this.#post('batch', body, 'text/x-vcf', 'text/x-vcf');
      // Only the first answer keeps its header.
      parts.push(new Blob([parts.length === 0 ? text : text.replace(/^(?:#.*\n)+/, '')]));
    };
    if (this.#isVcfFile) for await (const { lines } of this.#pieces()) await add(lines);
    else for await (const values of this.#answers()) await add(vcfLines(values));
    return new Blob(parts);
  }
}

/** The service rejects the lines of a request. */
class Refused extends Error {}

function sentenceOf(text: string): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    if (typeof error === 'string') return error.trim();
  } catch {
    // Not an answer of the service.
  }
  return 'The service cannot be reached';
}
