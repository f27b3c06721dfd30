import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_FILES, speciesOf } from '../../../../build-index/genome-files/genome-spec.ts';
import { testFolder } from '../../../support/test-folder.ts';

const flat = join(await testFolder(), 'a.gb');
const LONG = `Mus ${'x'.repeat(300)}`;

async function nameOf(species: string | null, organism: string): Promise<string> {
  await writeFile(flat, `LOCUS       A  4 bp  DNA  linear\nSOURCE      ${organism}\n  ORGANISM  ${organism}\n//\n`);
  return speciesOf({ ...NO_FILES, species, flat: [flat] });
}

test('the name of a species is given, or that of the first flat file', async () => {
  expect(await nameOf(null, 'Mus musculus')).toBe('Mus musculus');
  expect(await nameOf('Mus minutoides', 'Mus musculus')).toBe('Mus minutoides');
});

test('a name that is too long for a file name is rejected where it was given', async () => {
  await expect(nameOf(null, LONG)).rejects.toThrow(
    `${flat}: "Mus ${'x'.repeat(36)}…" has 304 characters, and the name of a species at most 120; give a shorter one ` +
      'with --species',
  );
  await expect(nameOf(LONG, 'Mus musculus')).rejects.toThrow(/^--species: "Mus x+…" has 304 characters/);
  expect(await nameOf('Mus musculus', LONG)).toBe('Mus musculus');
});

test.each([
  ['!?', /has no letters/],
  ['', /has no letters/],
])('the name "%s" is rejected', async (species, sentence) => {
  await expect(nameOf(species, 'Mus musculus')).rejects.toThrow(sentence);
});
