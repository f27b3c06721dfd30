import { expect, it } from 'vitest';
import { frequencyKey } from '../../../src/variants/listed-populations.ts';

it.each([
  ['1000GENOMES:phase_3:ALL', 'af'],
  ['1000GENOMES:phase_3:EUR', 'eur'],
  ['gnomADe:ALL', 'gnomade'],
  ['gnomADe:nfe', 'gnomade_nfe'],
  ['gnomADg:v4.1:ami', 'gnomadg_ami'],
  ['gnomADg:r2.1.1:ALL', 'gnomadg'],
  ['1000GENOMES:phase_3:GBR', null],
  ['1000GENOMES:phase_1:EUR', null],
  ['gnomADe:XX', null],
  ['TOPMed', null],
  ['', null],
])('the population %j is listed as %j', (population, key) => {
  expect(frequencyKey(population)).toBe(key);
});
