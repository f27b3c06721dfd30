import { expect, test } from 'vitest';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { warmUp } from '../../../src/warm-up/warm-up.ts';

test('every request of the warm-up is answered in full', async () => {
  const answers = [];
  for (const outcome of await warmUp(operations)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    answers.push([outcome.value.status, await outcome.value.json()]);
  }
  expect(answers).toEqual([
    [200, expect.objectContaining({ id: 'FICG1', Transcript: [expect.objectContaining({ id: 'FICT1', length: 60 })] })],
    [200, expect.objectContaining({ id: 'FICG1', desc: 'chromosome:FIC1:1:11:100:1' })],
    [200, [expect.objectContaining({ most_severe_consequence: 'missense_variant' })]],
    [200, [{ C: expect.objectContaining({ hgvsp: ['FICP1.1:p.Tyr4His'] }) }]],
  ]);
});
