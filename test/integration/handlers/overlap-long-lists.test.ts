/** Lists too long for memory are written as the client reads, with the same content as lists of the region's parts. */
import { describe, expect, it } from 'vitest';
import { READ_AHEAD } from '../../../src/index/blocks/read-plan.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { CIRCLE, longLists, regionClient } from './long-lists-release.ts';
import { json } from '../../support/json.ts';
import { at, present } from '../../../src/checked.ts';

const VARIANTS = 40_000;
const ON_CIRCLE = 25_000;
const EVERY = 10;
const END = VARIANTS * EVERY;
const store = await longLists({ variants: VARIANTS, every: EVERY, onCircle: ON_CIRCLE, repeats: 8_000 });
const ask = await regionClient(store);

interface Feature {
  id: string;
  start: number;
  end: number;
  strand: number;
  feature_type: string;
  consequence_type: string;
}

const list = async (path: string) => json<Feature[]>(ask(path));

/** The lists of the parts of a region, joined and sorted by start. */
async function inParts(name: string, end: number, query: string): Promise<Feature[]> {
  const found: Feature[] = [];
  for (let start = 1; start <= end; start += 20_000)
    found.push(...(await list(`${name}:${start}-${Math.min(end, start + 19_999)}${query}`)));
  return found.sort((a, b) => a.start - b.start);
}

describe('a long list of overlapping features', () => {
  it('contains every feature once, in order of position', async () => {
    const found = await list(`1:1-${END}?feature=variation`);
    expect(found).toHaveLength(VARIANTS * 0.9);
    expect(found).toEqual(await inParts('1', END, '?feature=variation'));
  });

  it.each([
    'feature=somatic_variation',
    'feature=variation;so_term=missense_variant',
    'feature=variation;so_term=SO:0001583',
  ])('applies the filters %s', async (query) => {
    const found = await list(`1:1-${END}?${query}`);
    expect(found.length).toBeGreaterThan(1000);
    expect(found).toEqual(await inParts('1', END, `?${query}`));
  });

  it('is empty if nothing passes the filters', async () => {
    const query = '?feature=variation;so_term=stop_gained';
    expect(await list(`1:1-${END}${query}`)).toEqual([]);
    expect(await (await ask(`1:1-${END}${query}`, 'text/xml')).text()).toBe('<opt>\n</opt>\n');
    expect(await (await ask(`1:1-${END}${query}`, 'text/x-bed')).text()).toBe('');
    expect(await (await ask(`1:1-${END}${query}`, 'text/x-gff3')).text()).toBe(
      `##gff-version 3\n##sequence-region   1 1 ${END}\n`,
    );
  });

  it('lists each requested kind once, in the order of the request', async () => {
    const found = await list(
      `1:1-${END}?feature=repeat;feature=variation;feature=REPEAT;feature=gene;feature=somatic_variation`,
    );
    const changes = found
      .filter((each, at) => each.feature_type !== found[at - 1]?.feature_type)
      .map((each) => each.feature_type);
    expect(changes).toEqual(['repeat', 'variation', 'somatic_variation']);
    expect(found).toHaveLength(8_000 + VARIANTS);
  });

  it('is trimmed like short lists', async () => {
    const found = await list(`1:2-${END}?feature=variation;trim_upstream=1`);
    expect(at(found, 0).start).toBe(1 + EVERY);
  });

  it('wraps over the origin of a circle', async () => {
    const found = await list(`ring:${CIRCLE / 2 + 1}-${CIRCLE / 2}?feature=variation`);
    const whole = await list(`ring:1-${CIRCLE}?feature=variation`);
    const placed = (features: Feature[]) => features.map(({ id, start, end }) => `${id} ${start} ${end}`);
    expect(new Set(placed(found)).size).toBe(ON_CIRCLE * 0.9);
    expect(new Set(placed(found))).toEqual(new Set(placed(whole)));
    expect(found).toHaveLength(whole.length);
    expect(at(found, 0).start).toBeGreaterThan(CIRCLE / 2);
  });

  it.each([
    ['patch', END + 1000],
    ['ctg', 5_000_000],
  ])('shows on %s the features of the chromosome', async (name, end) => {
    const found = (await list(`${name}:${end - END + 1}-${end}?feature=variation`)).sort((a, b) => a.start - b.start);
    expect(found.length).toBeGreaterThanOrEqual(VARIANTS * 0.9);
    expect(found.slice(0, 200)).toEqual(
      (await list(`${name}:${end - END + 1}-${end - END + 20_000}?feature=variation`))
        .sort((a, b) => a.start - b.start)
        .slice(0, 200),
    );
  });
});

describe('a long list in other formats', () => {
  it.each([
    ['text/x-gff3', /^[^#].*$/gm],
    ['text/x-bed', /^.+$/gm],
    ['text/xml', /^ {2}<data [\s\S]*?^ {2}<\/data>$/gm],
  ] as const)('as %s describes each feature as short lists do', async (type, feature) => {
    const features = async (path: string) => present((await (await ask(path, type)).text()).match(feature), 'a match');
    const found = await features(`1:1-${END}?feature=variation`);
    expect(found).toHaveLength(VARIANTS * 0.9);
    expect(new Set(found.slice(0, 1800))).toEqual(new Set(await features('1:1-20000?feature=variation')));
  });

  it('is a complete document in GFF3 and XML', async () => {
    expect(await (await ask(`1:1-${END}?feature=variation`, 'text/x-gff3')).text()).toMatch(
      /^##gff-version 3\n##sequence-region {3}1 1 400000\n1\t[^#]*\n$/,
    );
    expect(await (await ask(`1:1-${END}?feature=variation`, 'text/xml')).text()).toMatch(
      /^<opt>\n {2}<data [\s\S]*<\/data>\n<\/opt>\n$/,
    );
  });

  it('is the argument of a function call in JavaScript', async () => {
    const script = await (
      await ask(`1:1-${END}?feature=variation;content-type=text/javascript;callback=show`, 'text/javascript')
    ).text();
    expect(JSON.parse(at(present(/^\/\*\*\/show\((.*)\);$/s.exec(script), 'a match'), 1))).toHaveLength(VARIANTS * 0.9);
  });

  it('shows its start on a page, and says that there is more', async () => {
    const store = await longLists({ variants: VARIANTS, every: EVERY });
    const answer = await (await regionClient(store))(
      `1:1-${END}?feature=variation;feature=somatic_variation`,
      'text/html',
    );
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('The answer is too long for this page.');
    expect(page.length).toBeLessThan(1_000_000);
  });
});

it.each([
  ['feature=variation;feature=wibble', 'The feature type wibble is not understood'],
  ['feature=variation;so_term=SO:9999999', "The SO accession 'SO:9999999' could not be found in our ontology database"],
])('errors are reported before the first byte: %s', async (query, error) => {
  const answer = await ask(`1:1-${END}?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error });
});

it('reads each block once, at most two pieces ahead of the client', async () => {
  const counting = new CountingStore(await longLists({ variants: 260_000, every: 10 }));
  const answer = await (await regionClient(counting))('1:1-2600000?feature=variation');
  const reader = present(answer.body, 'body').getReader();
  await reader.read();
  expect(counting.bytes).toBeLessThan(3 * READ_AHEAD);
  while (!(await reader.read()).done);
  expect(counting.bytes).toBeGreaterThan(3 * READ_AHEAD);
  const places = counting.reads.map(({ object, offset }) => `${object} ${offset}`);
  expect(new Set(places).size).toBe(places.length);
});
