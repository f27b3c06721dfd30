/** Errors of the system, such as of a full disk, as sentences for the operator. */

/** What the operator had better read first. */
const MEANINGS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file would grow larger than is allowed (ulimit -f)',
};

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** @param folder where the file stands, of which a failed write does not say the name */
export function systemSentence({ code = '', message, path }: NodeJS.ErrnoException, folder: string): string {
  const where = path === undefined && !message.includes(folder) ? `, in ${folder}` : '';
  return `${MEANINGS[code] ? `${MEANINGS[code]}: ` : ''}${message}${where}`;
}
