/** HGVS on genes and proteins in VEP, on the demo: which of the transcripts counts. */
import { describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { at } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { json } from '../../support/json.ts';
import { openFolder } from '../../support/open-folder.ts';

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMTF5';

const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
const app = createApp({ operations, openRelease: () => releases.current() });
const get = (path: string) =>
  json<any>(app.request(`https://example.org/rest${path}`, { headers: { accept: 'application/json' } }));
const placesOf = async (notation: string, query = '') => {
  const answer = await get(`/vep/${SPECIES}/hgvs/${notation}${query}`);
  return answer.error ?? answer.map(({ start, end, allele_string }: any) => [start, end, allele_string]);
};

const { Transcript: transcripts } = await get(`/lookup/symbol/${SPECIES}/${GENE}?expand=1;mane=1`);
const mane = transcripts.find(({ MANE }: any) => MANE);
const longest = transcripts.reduce((one: any, other: any) => (other.length > one.length ? other : one));

describe('a gene', () => {
  test('means its MANE transcript', async () => {
    expect(mane.id).not.toBe(longest.id);
    for (const position of [1, 100, 300])
      expect(await placesOf(`${GENE}:n.${position}del`)).toEqual(await placesOf(`${mane.id}:n.${position}del`));
  });

  test('means no other transcript if that one lacks the position, unless all are asked for', async () => {
    const beyond = mane.length + 1;
    expect(await placesOf(`${GENE}:n.${beyond}del`)).toContain(`for Transcript ${mane.id}`);
    expect(await placesOf(`${GENE}:n.${beyond}del`, '?ambiguous_hgvs=1')).toEqual(
      await placesOf(`${longest.id}:n.${beyond}del`),
    );
  });
});

describe('a residue of a gene', () => {
  const { id } = mane.Translation;

  test('is that of the first transcript that has it by one change of bases', async () => {
    const { seq } = await get(`/sequence/id/${id}`);
    const position = 1 + seq.indexOf('M', 1);
    expect(position).toBeGreaterThan(1);
    const ofGene = await placesOf(`${GENE}:p.Met${position}Val`);
    expect(ofGene).toEqual(await placesOf(`${id}:p.Met${position}Val`));
    expect(ofGene).toEqual(await placesOf(`${mane.id}:p.Met${position}Val`));
    expect(at(ofGene, 0)).toHaveLength(3);
  });

  test('has no place if each transcript has it by several changes', async () => {
    const { seq } = await get(`/sequence/id/${id}`);
    const position = 1 + seq.indexOf('M', 1);
    expect(await placesOf(`${GENE}:p.Met${position}Ile`)).toContain('Could not uniquely determine nucleotide change');
  });
});
