/** A Worker that rehearses as the service does, and then tells how it went. */
import '../../src/worker-kernels.ts';
import { cloudflareStores } from '../../src/store/cloudflare-stores.ts';
import { openLittleIndex } from '../../src/warm-up/little-index.ts';
import littleIndex from '../../src/warm-up/little-index.bin';
import { littlePlatform } from '../../src/warm-up/little-platform.ts';
import { warmUp } from '../../src/warm-up/warm-up.ts';
import { tellingOperations, type Told } from './telling-operations.ts';

const told: Told = {};
const said: string[] = [];
console.error = console.warn = (...what: unknown[]) => void said.push(what.map(String).join(' '));
await warmUp(tellingOperations(told), () => {
  const { bucket, cache, namespace } = littlePlatform(openLittleIndex(new Uint8Array(littleIndex)));
  return cloudflareStores(bucket, namespace, cache, () => {});
});

export default { fetch: () => Response.json({ told, said }) } satisfies ExportedHandler;
