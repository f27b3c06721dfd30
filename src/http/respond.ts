/** The response to a request whose answer is known: to HEAD as to GET, for who only wants to know what there is. */

/**
 * A runtime sends nothing of a body that answers HEAD, but reads from it what it tells: length, compression, a weak ETag with it.
 * A stream, which some would read to its end for that, is left.
 */
export function respond(request: Request, body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, init: { status?: number; headers: Record<string, string> }): Response {
  if (request.method !== 'HEAD') return new Response(body, init);
  if (body instanceof ReadableStream) {
    // Its reader may wait for the store, whose failure concerns nobody any more.
    body.cancel().catch(() => {});
    return new Response(new ReadableStream({ start: (controller) => controller.close() }), init);
  }
  // workerd tells no length by itself; who compresses takes it away.
  return new Response(body, { ...init, headers: { ...init.headers, 'content-length': String(byteLength(body)) } });
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength;
}
