/**
 * Damage anywhere in an index and its effect on answers. One of the bytes that a request reads is changed, and the
 * request is sent to a service with an empty cache. The service must answer 503 and log the name of the object, break
 * off, or give the right answer if the change does not matter.
 */
import { Random } from '../../../data/fictional/random.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import type { ByteRange, Store } from '../../../src/store/store.ts';
import { AppInProcess, logged, rightAnswers, type Answer } from './app-in-process.ts';
import { DamagedStore, drawDamage, type Damage } from './damaged-store.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { loadRequests, triedFor, type LoadRequest } from './load-requests.ts';

const DAMAGES = 5_000;

/** The error texts that a client may see; they contain no object names or positions. */
const REFUSALS = [
  'The data behind this service is missing or damaged at the moment',
  'The data behind this service cannot be read at the moment. Please try again in a few seconds',
];

/** @param count number of damages */
export async function corruption({ seed, count = DAMAGES, index, signal, log }: HardenOptions): Promise<Figure[]> {
  const store = new LocalFolder(index);
  const random = new Random(seed).fork('corruption');
  const asked: { request: LoadRequest; sum: number | null; reads: ByteRange[] }[] = [];
  for (const each of await rightAnswers(store, await loadRequests([index], seed, triedFor(count), () => {}))) {
    const reads = await rangesOf(store, each.request);
    // Some answers read nothing from the index.
    if (reads.length > 0) asked.push({ ...each, reads });
  }
  const tally = { refused: 0, same: 0, sameRoot: 0, brokenOff: 0, wrong: 0, otherwise: 0, unnamed: 0, disclosed: 0 };
  let tried = 0;
  for (; tried < count && !signal?.aborted; tried++) {
    const { request, sum, reads } = random.pick(asked);
    const damage = drawDamage(random.pick(reads), random);
    const { result, log: lines } = await logged(() => new AppInProcess(new DamagedStore(store, damage)).ask(request));
    const outcome = judge(result, sum, damage, lines);
    tally[outcome]++;
    if (!['refused', 'same', 'sameRoot', 'brokenOff'].includes(outcome))
      log(
        `${outcome}: ${request.method} ${request.path} with ${damage.kind} in ${damage.object}: ${result.status} ` +
          `${result.text.slice(0, 200)}; damage ${tried} of seed ${seed}`,
      );
  }
  await store.close();
  const none = (name: string, value: number): Figure => ({
    name: `corruption: ${name}`,
    value,
    limit: '0',
    ok: value === 0,
  });
  return [
    { name: 'corruption: damages tried, over all operations', value: tried, limit: `${count}`, ok: tried === count },
    none('wrong answers', tally.wrong),
    none('answers other than 200 and 503', tally.otherwise),
    none('503 without the object in the log', tally.unnamed),
    none('503 with more details for the client than that', tally.disclosed),
    {
      name: 'corruption: rejected with 503, or broken off',
      value: tally.refused + tally.brokenOff,
      limit: '> 0',
      ok: tally.refused > 0,
    },
    {
      name: 'corruption: right answers, since the damaged byte did not matter',
      value: tally.same,
      limit: `< ${Math.ceil(tried / 5)}`,
      ok: tally.same < tried / 5,
    },
    {
      name: 'corruption: the same for a directory in the root that was not needed, or was read from its object',
      value: tally.sameRoot,
      limit: '> 0',
      ok: tally.sameRoot > 0,
    },
  ];
}

function judge(
  { status, sum, text, retryAfter }: Answer,
  right: number | null,
  { object }: Damage,
  log: string,
): 'refused' | 'same' | 'sameRoot' | 'brokenOff' | 'wrong' | 'otherwise' | 'unnamed' | 'disclosed' {
  if (status === 200)
    return sum === null
      ? 'brokenOff'
      : right !== null && sum !== right
        ? 'wrong'
        : object === 'current'
          ? 'sameRoot'
          : 'same';
  if (status !== 503) return 'otherwise';
  if (retryAfter === null || !REFUSALS.some((each) => text.includes(each)) || text.includes('.bin')) return 'disclosed';
  // Errors of the value `current` refer to it as the root.
  return log.includes(object) || (object === 'current' && /\bthe (release's )?root\b/.test(log))
    ? 'refused'
    : 'unnamed';
}

/** All ranges that a request reads on a cold start, including the root. */
async function rangesOf(store: Store, request: LoadRequest): Promise<ByteRange[]> {
  const ranges: ByteRange[] = [];
  const recording: Store = {
    read(range) {
      ranges.push(range);
      return store.read(range);
    },
    async value(key) {
      const bytes = await store.value(key);
      if (bytes) ranges.push({ object: key, offset: 0, length: bytes.length });
      return bytes;
    },
  };
  await new AppInProcess(recording).ask(request);
  return ranges;
}
