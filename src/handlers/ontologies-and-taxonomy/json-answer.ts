/** Answers whose JSON comes in pieces, since it may be long. */
import { ApiError } from '../../api-error.ts';
import type { Answer, Format } from '../../operation/operation.ts';

/** Letters of JSON of the longest answer in other formats: parsed and written they take some ten times as many bytes. */
const LONGEST_WHOLE = 4 * 1024 * 1024;

/**
 * Sends a long answer as its pieces come, and puts a short one together in memory. So do formats other than JSON with any; they
 * refuse in the words of `tooLong` (ApiError, 400) what is longer than they can hold.
 */
export async function jsonAnswer(pieces: AsyncIterable<string>, isLong: boolean, format: Format, tooLong: string): Promise<Answer> {
  if (isLong && format === 'json') return { kind: 'stream', chunks: pieces };
  return { kind: 'json', text: await wholeJson(pieces, isLong ? tooLong : undefined) };
}

/** The JSON that some pieces make. One that may be too long to hold is then refused in the words of `tooLong` (ApiError, 400). */
export async function wholeJson(pieces: AsyncIterable<string>, tooLong?: string): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (tooLong !== undefined && text.length > LONGEST_WHOLE) throw new ApiError(tooLong);
  }
  return text;
}
