import { describe, expect, test } from 'vitest';
import { SequenceNames } from '../../../../build-index/genome-files/sequence-names.ts';

const of = (names: Record<string, string>, renamed?: Map<string, string>) =>
  new SequenceNames(
    Object.entries(names).map(([name, description], index) => ({
      name,
      description,
      length: 100 + index,
      id: index + 1,
    })),
    renamed,
  );

describe('a name of another file finds its sequence', () => {
  test.each([
    ['chr1', { chr1: '' }, 'chr1', null],
    ['1', { chr1: '', chr2: '' }, 'chr1', 'chr prefix'],
    ['chr1', { 1: '', 2: '' }, '1', 'chr prefix'],
    ['chrM', { 1: '', MT: '' }, 'MT', 'chr prefix'],
    ['NC_045512.2', { NC_045512: '' }, 'NC_045512', 'version suffix'],
    ['NC_045512', { 'NC_045512.2': '' }, 'NC_045512.2', 'version suffix'],
    ['NC_063383.1', { monkeypox: 'NC_063383.1 Monkeypox virus' }, 'monkeypox', 'name in the FASTA header'],
  ])('%s', (name, sequences: Record<string, string>, found, by) => {
    expect(of(sequences).find(name)).toMatchObject({ sequence: { name: found }, by });
  });

  test('by its length', () => {
    expect(of({ a: '', b: '' }).find('other', 101)).toMatchObject({ sequence: { name: 'b' }, by: 'length' });
  });

  test('that the user gave', () => {
    const names = of({ a: '', b: '' }, new Map([['x', 'b']]));
    expect(names.find('x')).toMatchObject({ sequence: { name: 'b' }, by: null });
  });
});

test('a name that fits two sequences finds none', () => {
  expect(of({ 'scaffold.1': '', 'scaffold.2': '' }).find('scaffold')).toBeNull();
  expect(of({ 'scaffold.1': '', 'scaffold.2': '' }).find('scaffold.3')).toBeNull();
});

test('the sentence for a missing name has no far one, but some names of the genome', () => {
  expect(of({ 'NC_000001.1': '', chr2: '', chr3: '', chr4: '' }).missing('scaffold_12')).toBe(
    'the genome has no sequence scaffold_12; its names are such as NC_000001.1, chr2, chr3. --rename FILE gives ' +
      'names of sequences',
  );
});

test('the sentence for a missing name has the closest one', () => {
  expect(of({ scaffold_12: '', chr1: '' }).missing('scafold_12')).toBe(
    'the genome has no sequence scafold_12; the closest name is scaffold_12. --rename FILE gives names of sequences',
  );
});
