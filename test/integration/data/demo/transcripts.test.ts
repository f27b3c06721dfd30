import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { readDump, columnOf } from '../../../support/read-dump.ts';
import type { Dump } from '../../../support/read-dump.ts';
import { transcriptsOf } from '../../../support/transcripts-of-dump.ts';
import type { DumpTranscript } from '../../../support/transcripts-of-dump.ts';
import { at } from '../../../../src/checked.ts';

const STOPS = { nuclear: ['TAA', 'TAG', 'TGA'], mitochondrial: ['TAA', 'TAG', 'AGA', 'AGG'] };

// Three worlds: what must hold, must hold for every seed.
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

  test('introns of genes that work begin with GT and end with AG', () => {
    const transcripts = species
      .flatMap((one) => one.transcripts)
      .filter(({ biotype }) => biotype !== 'unprocessed_pseudogene');
    const introns = transcripts.flatMap((transcript) => transcript.introns);
    expect(introns.length).toBeGreaterThan(500);
    for (const intron of introns) expect(`${intron.slice(0, 2)}..${intron.slice(-2)}`).toBe('GT..AG');
  });

  test('coding sequences start, read through and stop', () => {
    expect(coding.length).toBeGreaterThan(200);
    for (const transcript of coding) {
      const { cds, phase } = codingSequence(transcript);
      const codons = (cds.slice((3 - phase) % 3).match(/.../g) ?? []) as string[];
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
      const selenocysteine = transcript.translation!.attribs.get('_selenocysteine');
      expect(internal, transcript.id).toEqual(
        selenocysteine === undefined ? [] : [Number(selenocysteine.split(' ')[0])],
      );
    }
  });

  test('exon phases carry the reading frame from exon to exon', () => {
    for (const { id, exons, translation } of coding) {
      let inFrame: number | null = null;
      exons.forEach((exon, index) => {
        const first = index === translation!.startExon ? translation!.seqStart : 1;
        const last = index === translation!.endExon ? translation!.seqEnd : exon.bases.length;
        const holdsCoding = index >= translation!.startExon && index <= translation!.endExon;
        const beginsCoding = holdsCoding && first === 1;
        const endsCoding = holdsCoding && last === exon.bases.length;
        if (!beginsCoding) expect(exon.phase, id).toBe(-1);
        else if (index > translation!.startExon) expect(exon.phase, id).toBe(inFrame);
        if (holdsCoding) inFrame = ((beginsCoding ? exon.phase : 0) + last - first + 1) % 3;
        expect(exon.endPhase, id).toBe(endsCoding ? inFrame : -1);
      });
    }
  });

  test('every kind of gene and of oddity is there', () => {
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

  test('orthologous genes share their names', () => {
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

/** Coding bases with the edits of the transcript applied, and the phase of the first. */
function codingSequence({ exons, translation, attribs }: DumpTranscript): { cds: string; phase: number } {
  const before = (exon: number): number => exons.slice(0, exon).reduce((sum, { bases }) => sum + bases.length, 0);
  const { startExon, seqStart, endExon, seqEnd } = translation!;
  let cdna = exons.map(({ bases }) => bases).join('');
  const [first, last, replacement] = (attribs.get('_rna_edit') ?? '').split(' ');
  if (replacement !== undefined) cdna = cdna.slice(0, Number(first) - 1) + replacement + cdna.slice(Number(last));
  const phase = seqStart === 1 ? Math.max(0, at(exons, startExon).phase) : 0;
  return { cds: cdna.slice(before(startExon) + seqStart - 1, before(endExon) + seqEnd), phase };
}
