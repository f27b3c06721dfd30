/** Errors of the system, such as of a full disk, as sentences for the operator. */

/** Explanations that precede the system's own message. */
const MEANINGS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would exceed the allowed size (ulimit -f)',
};

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** @param folder of the file, for failed writes, whose errors contain no path */
export function systemSentence({ code = '', message, path }: NodeJS.ErrnoException, folder: string): string {
  const where = path === undefined && !message.includes(folder) ? `, in ${folder}` : '';
  return `${MEANINGS[code] ? `${MEANINGS[code]}: ` : ''}${message}${where}`;
}
