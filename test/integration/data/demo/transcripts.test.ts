import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { readDump, columnOf } from '../../../support/read-dump.ts';
import type { Dump } from '../../../support/read-dump.ts';
import { transcriptsOf } from '../../../support/transcripts-of-dump.ts';
import type { DumpTranscript } from '../../../support/transcripts-of-dump.ts';
import { at, present } from '../../../../src/checked.ts';

const STOPS = { nuclear: ['TAA', 'TAG', 'TGA'], mitochondrial: ['TAA', 'TAG', 'AGA', 'AGG'] };

// Three seeds, since the invariants hold for every seed.
describe.each([20250115, 1, 2])('the transcripts of seed %i', (seed) => {
  let folder: string;
  let species: { name: string; dump: Dump; transcripts: DumpTranscript[] }[];
  let coding: DumpTranscript[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await generateDemo(folder, { seed });
    const dumps = await Promise.all(
      (await readdir(folder))
        .filter((name) => !['ancestral_sequences', 'multi', 'vcf'].includes(name))
        .sort()
        .map(async (name) => ({ name, dump: await readDump(join(folder, name, 'core')) })),
    );
    species = dumps.map(({ name, dump }) => ({ name, dump, transcripts: transcriptsOf(dump) }));
    coding = species.flatMap(({ transcripts }) => transcripts.filter(({ translation }) => translation !== null));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('have introns from GT to AG, unless they are pseudogenes', () => {
    const transcripts = species
      .flatMap((one) => one.transcripts)
      .filter(({ biotype }) => biotype !== 'unprocessed_pseudogene');
    const introns = transcripts.flatMap((transcript) => transcript.introns);
    expect(introns.length).toBeGreaterThan(500);
    for (const intron of introns) expect(`${intron.slice(0, 2)}..${intron.slice(-2)}`).toBe('GT..AG');
  });

  test('have coding sequences that start, have no stop inside, and stop', () => {
    expect(coding.length).toBeGreaterThan(200);
    for (const transcript of coding) {
      const translation = present(transcript.translation, 'the translation');
      const { cds, phase } = codingSequence(transcript);
      const codons: string[] = cds.slice((3 - phase) % 3).match(/.../g) ?? [];
      const stops = transcript.region === 'MT' ? STOPS.mitochondrial : STOPS.nuclear;
      const startOpen = transcript.attribs.has('cds_start_NF');
      const endOpen = transcript.attribs.has('cds_end_NF');
      if (!startOpen) {
        expect(phase, transcript.id).toBe(0);
        expect(codons[0], transcript.id).toBe('ATG');
      }
      if (!endOpen) {
        expect((cds.length + phase) % 3, transcript.id).toBe(0);
        expect(stops, transcript.id).toContain(codons.pop());
      }
      const lead = phase === 0 ? 0 : 1;
      const internal = codons.flatMap((codon, index) => (stops.includes(codon) ? [index + lead + 1] : []));
      const selenocysteine = translation.attribs.get('_selenocysteine');
      expect(internal, transcript.id).toEqual(
        selenocysteine === undefined ? [] : [Number(selenocysteine.split(' ')[0])],
      );
    }
  });

  test('have exon phases that continue the reading frame', () => {
    for (const { id, exons, translation } of coding) {
      const { startExon, seqStart, endExon, seqEnd } = present(translation, 'the translation');
      let inFrame: number | null = null;
      exons.forEach((exon, index) => {
        const first = index === startExon ? seqStart : 1;
        const last = index === endExon ? seqEnd : exon.bases.length;
        const isCoding = index >= startExon && index <= endExon;
        const beginsCoding = isCoding && first === 1;
        const endsCoding = isCoding && last === exon.bases.length;
        if (!beginsCoding) expect(exon.phase, id).toBe(-1);
        else if (index > startExon) expect(exon.phase, id).toBe(inFrame);
        if (isCoding) inFrame = ((beginsCoding ? exon.phase : 0) + last - first + 1) % 3;
        expect(exon.endPhase, id).toBe(endsCoding ? inFrame : -1);
      });
    }
  });

  test('include every kind of gene and every special case', () => {
    const everything = species.flatMap(({ transcripts }) => transcripts);
    const biotypes = new Set(everything.map(({ biotype }) => biotype));
    for (const biotype of [
      'protein_coding',
      'lncRNA',
      'miRNA',
      'rRNA',
      'snRNA',
      'Mt_tRNA',
      'Mt_rRNA',
      'processed_pseudogene',
      'retained_intron',
    ]) {
      expect(biotypes).toContain(biotype);
    }
    const codes = new Set(everything.flatMap(({ attribs }) => [...attribs.keys()]));
    for (const code of [
      'TSL',
      'appris',
      'gencode_basic',
      'gencode_primary',
      'MANE_Select',
      'is_canonical',
      'cds_start_NF',
      'cds_end_NF',
      '_rna_edit',
    ]) {
      expect(codes).toContain(code);
    }
    for (const { name, transcripts } of species) {
      expect(
        transcripts.some(({ translation }) => translation?.attribs.has('_selenocysteine')),
        name,
      ).toBe(true);
    }
    expect(everything.some(({ region, exons }) => region === 'MT' && exons.some(({ start, end }) => start > end))).toBe(
      true,
    );
    expect(new Set(species.flatMap(({ dump }) => dump.rows('assembly_exception').map((row) => row.exc_type)))).toEqual(
      new Set(['PAR', 'HAP', 'PATCH_FIX']),
    );
  });

  test('share the names of orthologous genes', () => {
    const symbols = species.map(({ dump }) => {
      const labels = new Map(
        dump.rows('xref').map((row) => [row.xref_id, columnOf(row, 'display_label').toUpperCase()]),
      );
      return new Set(dump.rows('gene').map((row) => labels.get(columnOf(row, 'display_xref_id'))));
    });
    const shared = [...at(symbols, 0)].filter((symbol) => symbols.every((others) => others.has(symbol)));
    expect(shared.length).toBeGreaterThan(50);
  });
});

/** The coding sequence after the edits of the transcript, and the phase of its first base. */
function codingSequence({ exons, translation, attribs }: DumpTranscript): { cds: string; phase: number } {
  const before = (exon: number): number => exons.slice(0, exon).reduce((sum, { bases }) => sum + bases.length, 0);
  const { startExon, seqStart, endExon, seqEnd } = present(translation, 'the translation');
  let cdna = exons.map(({ bases }) => bases).join('');
  const [first, last, replacement] = (attribs.get('_rna_edit') ?? '').split(' ');
  if (replacement !== undefined) cdna = cdna.slice(0, Number(first) - 1) + replacement + cdna.slice(Number(last));
  const phase = seqStart === 1 ? Math.max(0, at(exons, startExon).phase) : 0;
  return { cds: cdna.slice(before(startExon) + seqStart - 1, before(endExon) + seqEnd), phase };
}
