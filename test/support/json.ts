/** JSON bodies with the shape that a test expects of them. Nothing checks the shape: assertions of the test do. */

/** The body of a response, parsed. */
export async function json<T>(response: Response | Promise<Response>): Promise<T> {
  return (await response).json() as Promise<T>;
}

/** Parses a text. */
export function parseJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
