import { expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { sequenceView } from '../../../../src/pages/views/sequence.ts';
import { fakeRequest } from './fake-request.ts';

const PROTEIN = { id: 'P1', version: 2, desc: null, query: 'P1', molecule: 'protein', seq: `${'M'.repeat(60)}KLV` };

test('a protein is shown in lines of 60 with positions, its length and FASTA', () => {
  const { title, body } = present(sequenceView(PROTEIN, fakeRequest({ path: { id: 'P1' } })), 'the view');
  const text = String(body);
  expect(title).toBe('Protein sequence of P1');
  expect(text).toContain('<strong>63 residues</strong> <span class="soft">P1.2</span>');
  expect(text).toContain(`<span class="soft"> 1</span> ${'M'.repeat(60)}\n<span class="soft">61</span> KLV\n`);
  expect(text).toContain('href="/rest/sequence/id/P1?content-type=text/x-fasta"');
  expect(text).toContain('href="/rest/lookup/id/P1"');
});

test('FASTA keeps the parameters, and the title names the kind of sequence', () => {
  const request = fakeRequest({ path: { id: 'T1' }, query: { type: 'cds', 'content-type': 'text/html' } });
  const { title, body } = present(sequenceView({ id: 'T1', molecule: 'dna', seq: 'ATG' }, request), 'the view');
  expect(title).toBe('Coding sequence of T1');
  expect(String(body)).toContain('href="/rest/sequence/id/T1?type=cds&amp;content-type=text/x-fasta"');
});

test('the sequence of a region leads to the region', () => {
  const request = fakeRequest({ path: { species: 's', region: '1:10..20:-1' } });
  const { title, body } = present(
    sequenceView({ id: 'x:1:10:20:-1', molecule: 'dna', seq: 'ACGT' }, request),
    'a view',
  );
  expect(title).toBe('Genomic sequence of 1:10..20:-1');
  expect(String(body)).toContain('href="/rest/browse/s/1:10-20"');
});

test('several sequences have a heading each; of a long one the page shows the first letters', () => {
  const long = { id: 'P2', molecule: 'protein', seq: 'A'.repeat(60_001) };
  const text = String(present(sequenceView([PROTEIN, long], fakeRequest({ path: { id: 'G' } })), 'the view').body);
  expect(text).toContain('<h2>P1</h2>');
  expect(text).toContain('The first 60,000 letters; FASTA has all.');
  expect(sequenceView({ error: 'x' }, fakeRequest({}))).toBeNull();
});
