/** A VCF file that is sent to the service, or a list of its lines in JSON: header, then pieces of whole lines. */
import { ApiError } from '../../../api-error.ts';
import { joined, wholeLines, withFirst } from '../../../streams/byte-pieces.ts';
import { jsonTexts } from '../../../streams/json-texts.ts';
import { InvalidInput } from '../../../invalid-input.ts';
import { columnNames, vcfColumns, withTabs } from './vcf-columns.ts';

/** Bytes of a piece, unless a line is longer. */
const PIECE_BYTES = 64 * 1024;
/** Longest line, in bytes: VCF with some hundred thousand samples. */
const MAX_LINE_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
/** Bytes that every line of a header counts in addition, since a line in memory takes more than its text. */
const HEADER_LINE_BYTES = 32;

/** The first columns of a file without a header. */
const COLUMNS = columnNames('#CHROM\tPOS\tID\tREF\tALT');

export interface VcfBody {
  /** Without line ends; the last names the columns. */
  header: readonly string[];
  pieces: AsyncIterable<Uint8Array>;
}

/** Throws ApiError or InvalidInput for a body that is no VCF. */
export async function openVcfBody(body: AsyncIterable<Uint8Array>): Promise<VcfBody> {
  const bytes = withFirst(body, 1);
  const first = await bytes.next();
  if (first.done) throw new ApiError('The body is empty; send a VCF file');
  const all = joined(first.value, bytes);
  const isJson = /^\s*[{[]/.test(new TextDecoder().decode(first.value.subarray(0, 100)));
  const lines = wholeLines(isJson ? jsonTexts(all, 'variants') : all, PIECE_BYTES, MAX_LINE_BYTES, tooLong);
  try {
    return await split(lines);
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
}

/** Header and the rest. */
async function split(lines: AsyncGenerator<Uint8Array>): Promise<VcfBody> {
  const header: string[] = [];
  for (let bytesOfHeader = 0; ; ) {
    const { value, done } = await lines.next();
    if (done) break;
    const text = new TextDecoder().decode(value);
    let from = 0;
    // Other lines that begin with '#' behind the names of the columns are comments between lines.
    while (text.startsWith('#', from) && !header.at(-1)?.startsWith('#CHROM\t')) {
      const end = text.indexOf('\n', from);
      const to = end === -1 ? text.length : end;
      header.push(text.slice(from, to).replace(/\r$/, ''));
      bytesOfHeader += to - from + HEADER_LINE_BYTES;
      from = to + 1;
    }
    if (bytesOfHeader > MAX_HEADER_BYTES)
      throw new ApiError(`The header of the file is longer than ${MAX_HEADER_BYTES / 2 ** 20} MiB`, 413);
    if (from >= text.length) continue;
    const rest = text.slice(from);
    return { header: checked(header, rest), pieces: joined(new TextEncoder().encode(rest), lines) };
  }
  return { header: checked(header, ''), pieces: lines };
}

/** The header, or one for lines that come without. Throws ApiError if it breaks off, InvalidInput for other texts. */
function checked(header: string[], lines: string): string[] {
  const names = header.at(-1);
  if (names?.startsWith('#CHROM\t')) return [...header.slice(0, -1), columnNames(names)];
  const [line = ''] = lines.trimStart().split(/\r?\n/, 1);
  if (header.length > 0) {
    const found = line === '' ? 'the end of the file' : `'${line.slice(0, 50)}'`;
    const isJoined = header.some((text) => text.indexOf('#CHROM\t') > 0);
    const hint = isJoined ? '; the line ends are missing: send the file with curl -T or --data-binary' : '';
    throw new ApiError(
      `line ${header.length + 1} of the VCF file must name the columns (#CHROM, POS, … separated by tabs), but ` +
        `${found} was found${hint}`,
    );
  }
  if (line === '') throw new ApiError('The body has no lines; send a VCF file');
  try {
    const { rest } = vcfColumns(withTabs(line));
    const samples = rest.split('\t').slice(2);
    const more = rest === '' ? [] : ['FORMAT', ...samples.map((_, index) => `SAMPLE${index + 1}`)];
    return ['##fileformat=VCFv4.2', [COLUMNS, ...more].join('\t')];
  } catch (error) {
    if (error instanceof InvalidInput) throw new ApiError(`The body is not a VCF file: ${error.message}`);
    throw error;
  }
}

function tooLong(): ApiError {
  return new ApiError(`The body has a line of more than ${MAX_LINE_BYTES} bytes; is it a VCF file?`, 413);
}
