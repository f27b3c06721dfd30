/** The operations of this service, for the VEP page. */
import { asker, type Drawing } from '../views/draw.ts';
import type { Service } from './predicted-effects.ts';

/** The part of a visit that reaches the service. */
type Reach = Pick<Drawing, 'origin' | 'release' | 'send' | 'onFailure'>;

/** The service that answers a visit. */
export function ownService(base: string, { origin, release, send, onFailure }: Reach): Service {
  async function sent(address: string, body: string, type: string, accept: string): Promise<Response> {
    const headers = { accept, 'content-type': type, 'x-data-release': release.manifest.id };
    const response = await send(new Request(`${origin}${base}${address}`, { method: 'POST', headers, body }));
    // The same request may succeed later.
    if (response.status >= 500 || response.status === 429) onFailure();
    return response;
  }
  return {
    ask: asker({ base, origin, release, send, onFailure }),
    async post(address, body) {
      const response = await sent(address, JSON.stringify(body), 'application/json', 'application/json');
      const answer: unknown = await response.json();
      return response.ok ? { answer } : { error: errorOf(answer) };
    },
    async annotated(species, lines, query) {
      const address = `/vep/${encodeURIComponent(species)}/batch?${query}`;
      const response = await sent(address, `${lines.join('\n')}\n`, 'text/x-vcf', 'text/x-vcf');
      return response.ok ? response.text() : `##ERROR=${errorOf(await response.json())}\n`;
    },
  };
}

/** The sentence of an error answer. */
function errorOf(answer: unknown): string {
  const { error }: { error?: unknown } = typeof answer === 'object' && answer !== null ? answer : {};
  return typeof error === 'string' ? error.trim() : 'was not answered';
}
