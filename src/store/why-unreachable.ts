/** Why `fetch` had no answer, in the words of the runtime's network: fetch itself says only that it failed. */
export function whyUnreachable(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  // Several addresses of a host that all refuse have a code and no message of their own.
  const reason = cause.message || (cause as Error & { code?: string }).code || message;
  // Deno repeats the address, which stands in the sentence around this one.
  return reason.replace(/^error sending request for url \(\S*\): /, '');
}
