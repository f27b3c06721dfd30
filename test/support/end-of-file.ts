/** Tasks for the end of a file of tests. test/support/after-file.ts does them. */
const open: (() => unknown)[] = [];

/** Closes or removes something after the tests of this file. Hooks and tests can call it too. */
export function atEndOfFile(close: () => unknown): void {
  open.push(close);
}

export async function endOfFile(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()));
}
