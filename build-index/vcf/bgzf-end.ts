/**
 * The end of a file of bgzip (BGZF, in the specification of SAM): its gzip members are each whole, so that one that was cut between two of
 * them looks like a shorter file. An empty member at the end tells that it is whole.
 */
import { open } from 'node:fs/promises';
import { DumpError } from '../dump/dump-error.ts';

/** The empty member. */
const END = Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex');
/** Beginning of any member; its subfield, behind these and eight bytes of other things, has the name BC. */
const [MAGIC, NAME, NAME_AT] = [END.subarray(0, 4), Buffer.from('BC'), 12];

/** @throws DumpError for a file of bgzip that ends early. What is none, or is not there, is not looked at. */
export async function checkBgzfEnd(path: string): Promise<void> {
  const file = await open(path).catch(() => null);
  if (!file) return;
  try {
    const { size } = await file.stat();
    const head = await bytesAt(0, NAME_AT + NAME.length);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC) || !head.subarray(NAME_AT).equals(NAME)) return;
    if ((await bytesAt(Math.max(0, size - END.length), END.length)).equals(END)) return;
  } finally {
    await file.close();
  }
  throw new DumpError(`${path} is truncated: the empty block that ends a file of bgzip is missing`);

  async function bytesAt(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file!.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}
