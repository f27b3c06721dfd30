import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { GENES, makeStore, REGIONS, reverseComplement, TEXTS } from './sequence-release.ts';
import { clientOf, type Ask } from './sequence-client.ts';
import { found, present } from '../../../src/checked.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await clientOf(await makeStore());
});

const region = (path: string) => ask(`/sequence/region/homo_fictus/${path}`);
const sequenceOf = async (path: string): Promise<string> => (await region(path)).json.seq;
const rejected = async (path: string) => {
  const { status, json } = await region(path);
  return [status, json.error];
};

/** Bases start..end. Positions outside the region are N, or wrap around on a circle. */
function expected(
  name: string,
  start: number,
  end: number,
  strand: 1 | -1,
  mask: 'plain' | 'soft' | 'hard' = 'plain',
): string {
  const { circular, length } = found(REGIONS, (each) => each.name === name);
  const text = present(TEXTS[name], name)[mask === 'plain' ? 'plain' : 'soft'];
  const last = circular && end < start ? end + length : end;
  let bases = '';
  for (let at = start; at <= last; at++)
    bases += circular ? text[(((at - 1) % length) + length) % length] : (text[at - 1] ?? 'N');
  if (mask === 'hard') bases = bases.replace(/[a-z]/g, 'N');
  return strand === 1 ? bases : reverseComplement(bases);
}

describe('sequence/region', () => {
  it('returns the name of the slice and the query', async () => {
    expect((await region('1:5-9:-1')).json).toEqual({
      id: 'chromosome:FIC1:1:5:9:-1',
      query: '1:5-9:-1',
      molecule: 'dna',
      seq: expected('1', 5, 9, -1),
    });
    expect((await ask('/sequence/region/HUMAN/1:5-9', { type: 'text/x-fasta' })).text).toBe(
      `>chromosome:FIC1:1:5:9:1\n${expected('1', 5, 9, 1)}\n`,
    );
    expect((await ask('/sequence/region/human/1:5-9', { type: 'text/plain' })).text).toBe(expected('1', 5, 9, 1));
  });

  it('returns the bases of any span, across pieces and gaps, on both strands, expanded and masked', async () => {
    const linear = fc.constantFrom('1', 'PATCH1', 'AC1.2');
    await fc.assert(
      fc.asyncProperty(
        linear,
        fc.nat(),
        fc.integer({ min: 0, max: 1500 }),
        fc.constantFrom(1 as const, -1 as const),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom('plain' as const, 'soft' as const, 'hard' as const),
        async (name, number, span, strand, five, three, mask) => {
          const { length } = found(REGIONS, (each) => each.name === name);
          const start = (number % length) + 1;
          const end = Math.min(start + span, length);
          const [before, after] = strand === 1 ? [five, three] : [three, five];
          const { json } = await region(
            `${name}:${start}-${end}:${strand}?expand_5prime=${five};expand_3prime=${three}` +
              `${mask === 'plain' ? '' : `;mask=${mask}`}`,
          );
          expect(json.seq).toBe(expected(name, start - before, end + after, strand, mask));
          expect(json.id.split(':').slice(2).join(':')).toBe(`${name}:${start - before}:${end + after}:${strand}`);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('returns bases across the origin of a circle, also expanded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 600 }),
        fc.constantFrom(1 as const, -1 as const),
        fc.integer({ min: 0, max: 300 }),
        async (start, end, strand, five) => {
          const length = end - start + 1 + (start > end ? 600 : 0);
          const { status, json } = await region(`MT:${start}-${end}:${strand}?expand_5prime=${five}`);
          if (length + five > 600) {
            expect(status).toBe(400);
            return;
          }
          const [from, to] =
            strand === 1 ? [start - five, start - five + length + five - 1] : [start, start + length + five - 1];
          expect(json.seq).toBe(expected('MT', from, to, strand));
          expect(json.seq).toHaveLength(length + five);
          for (const position of json.id.split(':').slice(3, 5).map(Number)) expect(position).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes chr1 for region 1 even if it is a synonym of another one', async () => {
    expect((await region('chr1:1-2')).json.id).toBe('chromosome:FIC1:1:1:2:1');
    expect((await region('chrP:1-2')).json.id).toBe('chromosome:FIC1:PATCH1:1:2:1');
  });

  it('takes chrAC1 for the region of this name, not for a version of AC1', async () => {
    expect((await region('chrAC1:1-2')).json.id).toBe('chromosome:FIC1:chrAC1:1:2:1');
  });

  it('finds regions by name, synonym and UCSC name in any letter case, and contigs without their version', async () => {
    const bases = expected('1', 5, 9, 1);
    for (const name of ['1', 'cm000001.1', 'chr1']) expect(await sequenceOf(`${name}:5-9`), name).toBe(bases);
    expect((await region('patch1:1-2')).json.id).toBe('chromosome:FIC1:PATCH1:1:2:1');
    expect((await region('ac1:1-2')).json.id).toBe('contig::AC1.2:1:2:1');
  });

  it('takes a missing start or end from the region, and ends at its end', async () => {
    expect((await region('AC1.2')).json.id).toBe('contig::AC1.2:1:1000:1');
    expect((await region('1:2990')).json.id).toBe('chromosome:FIC1:1:2990:3000:1');
    expect((await region('1:2990-5000')).json.id).toBe('chromosome:FIC1:1:2990:3000:1');
    expect((await region('1:0-4')).json.id).toBe('chromosome:FIC1:1:1:4:1');
  });

  it('rejects a region that is not in the requested coordinate system and version', async () => {
    expect((await region('1:1-4?coord_system=Chromosome;coord_system_version=fic1')).status).toBe(200);
    expect((await region('1:1-4?coord_system_version=FIC1')).status).toBe(200);
    expect((await region('AC1.2:1-4?coord_system=seqlevel')).status).toBe(200);
    expect(await rejected('1:1-4?coord_system=contig')).toEqual([400, 'No slice found for location 1:1-4']);
    expect(await rejected('AC1.2:1-4?coord_system_version=FIC1')).toEqual([
      400,
      'No slice found for location AC1.2:1-4',
    ]);
    expect(await rejected('1:1-4?coord_system_version=FIC0')).toEqual([
      400,
      'A chromosome CoordSystem object already exists. Cannot create chromosome alias.',
    ]);
    expect(await rejected('1:1-4?coord_system=clone')).toEqual([
      400,
      "Unknown coordinate system: name='clone' version=''",
    ]);
    expect(await rejected('1:1-4?coord_system=a-b')).toEqual([400, 'Coord_system a-b is not valid']);
  });

  it.each([
    ['7:1-4', 'No slice found for location 7:1-4'],
    ['chr:1-4', 'No slice found for location chr:1-4'],
    ['1:10-1', 'Cannot request a slice whose start is greater than its end. Start: 10. End: 1'],
    ['1:3001-3010', 'Cannot request a slice whose start (3001) is greater than 3000 for 1.'],
    ['MT:601-20', 'Cannot request a slice whose start (601) is greater than 600 for MT.'],
    ['1:1-4:7', '7 is not a valid strand'],
    ['1:1-4?mask=wibble', "'wibble' is not an allowed value for masking"],
    ['1:1-4?mask=soft;mask_feature=1', "'You cannot mask both repeats and features on the same sequence'"],
    ['1:1-4?expand_5prime=-4', 'Slice start cannot be greater than slice end'],
    ['1:1-4?expand_5prime=x', "The value 'x' of expand_5prime is not a whole number"],
    [
      '1:1-4?expand_5prime=-99999999999999999999;expand_3prime=99999999999999999999',
      "The value '-99999999999999999999' of expand_5prime is too large: at most 9007199254740991 is allowed",
    ],
    [
      '1:1-4?expand_5prime=10000000',
      '10000004 is greater than the maximum allowed length of 10000000. Request smaller regions of sequence',
    ],
  ])('rejects %s', async (path, reason) => {
    expect(await rejected(path)).toEqual([400, reason]);
  });

  it('contracts the slice by a negative expansion', async () => {
    expect((await region('1:11-20:-1?expand_5prime=-3;expand_3prime=-4')).json).toMatchObject({
      id: 'chromosome:FIC1:1:15:17:-1',
      seq: expected('1', 15, 17, -1),
    });
  });

  it('shows bases of exons in upper and other bases in lower case with mask_feature=1', async () => {
    const exonic = (name: string, genes: { exons: { start: number; end: number }[] }[], start: number, end: number) =>
      [...expected(name, start, end, 1)]
        .map((letter, at) => {
          const inExon = genes.some(({ exons }) =>
            exons.some((exon) => exon.start <= start + at && start + at <= exon.end),
          );
          return inExon === (letter !== 'N') ? letter : letter.toLowerCase();
        })
        .join('');
    const { forward, reverse, onPatch } = GENES;
    expect(await sequenceOf('1:90-1420?mask_feature=1')).toBe(exonic('1', [forward, reverse], 90, 1420));
    expect(await sequenceOf('1:90-1420:-1?mask_feature=1')).toBe(
      reverseComplement(exonic('1', [forward, reverse], 90, 1420)),
    );
    expect(await sequenceOf('1:5-12?mask_feature=1;expand_5prime=10')).toBe(
      'N'.repeat(6) + expected('1', 1, 12, 1).toLowerCase().replaceAll('n', 'N'),
    );
    // After its own bases, the patch has the genes of the chromosome at positions ten bases higher.
    const behind = (exons: { start: number; end: number }[]) =>
      exons.filter(({ start }) => start >= 251).map(({ start, end }) => ({ start: start + 10, end: end + 10 }));
    // Of a gene on both sides of these bases, the exons that do not overlap them are shown.
    const split = [...forward.exons.filter(({ end }) => end <= 200), ...behind(forward.exons)];
    expect(split.length).toBeGreaterThan(0);
    expect(await sequenceOf('PATCH1:90-1420?mask_feature=1')).toBe(
      exonic('PATCH1', [onPatch, { exons: split }, { exons: behind(reverse.exons) }], 90, 1420),
    );
    const onCircle = (start: number, end: number) =>
      [...expected('MT', start, end, 1)]
        .map((letter, at) => {
          const position = ((start + at - 1) % 600) + 1;
          return position >= 551 || position <= 20 || (position >= 41 && position <= 70)
            ? letter
            : letter.toLowerCase();
        })
        .join('');
    for (const [start, end] of [
      [540, 80],
      [10, 60],
      [560, 600],
      [1, 600],
      [11, 9],
      [580, 570],
    ] as const) {
      expect(await sequenceOf(`MT:${start}-${end}?mask_feature=1`), `${start}-${end}`).toBe(onCircle(start, end));
      expect(await sequenceOf(`MT:${start}-${end}:-1?mask_feature=1`), `${start}-${end}`).toBe(
        reverseComplement(onCircle(start, end)),
      );
    }
  });

  it('rejects a genome without bases and an unknown species', async () => {
    expect((await ask('/sequence/region/nudus_fictus/1:1-4')).json.error).toBe(
      "This release contains no genome sequence for the species 'nudus_fictus'",
    );
    expect(await ask('/sequence/region/nobody/1:1-4')).toMatchObject({
      status: 400,
      json: { error: "Can not find internal name for species 'nobody'" },
    });
  });
});

describe('POST sequence/region', () => {
  const post = (body: unknown, query = '', type?: string) =>
    ask(`/sequence/region/homo_fictus${query}`, { body, type });

  it('answers in the order of the regions and leaves out invalid ones', async () => {
    const { json } = await post(
      { regions: ['1:11-20:-1', 'clearly stupid', '7:1-2', 'MT:595-4', '1:11-20:-1'] },
      '?mask=soft',
    );
    expect(json.map(({ query }: { query: string }) => query)).toEqual(['1:11-20:-1', 'MT:595-4', '1:11-20:-1']);
    expect(json[1].seq).toBe(expected('MT', 595, 4, 1));
    expect((await post({ regions: ['1:1-2'] }, '', 'text/x-fasta')).text).toBe(
      `>chromosome:FIC1:1:1:2:1\n${expected('1', 1, 2, 1)}\n`,
    );
    expect((await post({ regions: ['1:5-6'], expand_5prime: 2 })).json[0].id).toBe('chromosome:FIC1:1:3:6:1');
  });

  it('answers 404 if nothing is found, and 400 for too many or too long regions', async () => {
    expect(await post({ regions: ['7:1-2'] })).toMatchObject({ status: 404, json: { error: 'No results found' } });
    expect(await post({})).toMatchObject({ status: 404, json: { error: 'No results found' } });
    expect(await post({ regions: Array.from({ length: 1001 }, () => '1:1-2') })).toMatchObject({
      status: 400,
      json: {
        error:
          'POST message too large. You have submitted 1001 elements but a limit of 1000 is in place. Request ' +
          'smaller regions or lists of IDs',
      },
    });
    expect((await post({ regions: ['1:1-2', '1:1-2', '1:1-2'] }, '?expand_5prime=9000000')).json.error).toMatch(
      /^27000006 is greater than the maximum allowed length of 10000000/,
    );
  });
});
