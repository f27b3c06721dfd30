/** Compares consequence terms per variant, allele and transcript, and counts the classes of differences. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { present } from '../../src/checked.ts';

/** Terms of bcftools csq, as the Sequence Ontology names them. */
const NAMES: Readonly<Record<string, string>> = {
  synonymous: 'synonymous_variant',
  missense: 'missense_variant',
  frameshift: 'frameshift_variant',
  splice_acceptor: 'splice_acceptor_variant',
  splice_donor: 'splice_donor_variant',
  splice_region: 'splice_region_variant',
  stop_retained: 'stop_retained_variant',
  start_retained: 'start_retained_variant',
  '5_prime_utr': '5_prime_UTR_variant',
  '3_prime_utr': '3_prime_UTR_variant',
  intron: 'intron_variant',
  non_coding: 'non_coding_transcript_variant',
  inframe_altering: 'protein_altering_variant',
  coding_sequence: 'coding_sequence_variant',
};

/**
 * Classes of terms that are compared as one. VEP has terms for parts of the splice region that bcftools lacks, names
 * exons of non-coding transcripts, and adds introns to splice sites.
 */
const CLASSES: Readonly<Record<string, string>> = {
  splice_donor_5th_base_variant: 'splice_region_variant',
  splice_donor_region_variant: 'splice_region_variant',
  non_coding_transcript_exon_variant: 'non_coding_transcript_variant',
};
const IGNORED = new Set([
  'splice_polypyrimidine_tract_variant',
  'NMD_transcript_variant',
  'incomplete_terminal_codon_variant',
]);

/** Terms of both programs by 'region position reference alternative transcript'. */
type Calls = Map<string, string>;

export async function compareCalls(ours: string, theirs: string): Promise<string> {
  const [one, other] = [await callsOf(ours, readCsq), await callsOf(theirs, readBcsq)];
  const different = new Map<string, { count: number; example: string }>();
  let [both, same] = [0, 0];
  for (const [key, terms] of other) {
    const found = one.get(key);
    if (found === undefined) continue;
    both++;
    if (found === terms) {
      same++;
      continue;
    }
    const name = `${found} | ${terms}`;
    const entry = different.get(name) ?? { count: 0, example: key };
    entry.count++;
    different.set(name, entry);
  }
  const share = ((100 * same) / Math.max(1, both)).toFixed(3);
  const rows = [...different].sort(([, a], [, b]) => b.count - a.count);
  return [
    `\n${both.toLocaleString('en')} calls of a variant on a transcript by both; ` +
      `${same.toLocaleString('en')} are the same (${share} %).`,
    '\n| annotate | bcftools csq | calls | example |\n| --- | --- | --: | --- |',
    ...rows.slice(0, 40).map(([name, { count, example }]) => `| ${name} | ${count} | ${example} |`),
  ].join('\n');
}

async function callsOf(
  path: string,
  read: (info: string, alternatives: readonly string[]) => Iterable<[string, string]>,
): Promise<Calls> {
  const calls: Calls = new Map();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.startsWith('#')) continue;
    const [region, position, , reference, alternatives, , , info = ''] = line.split('\t');
    const alts = present(alternatives, 'ALT').split(',');
    // With several alleles neither format says without doubt which one is meant.
    if (alts.length > 1) continue;
    for (const [transcript, terms] of read(info, alts))
      calls.set(`${region}:${position} ${reference}>${alternatives} ${transcript}`, terms);
  }
  return calls;
}

function* readCsq(info: string): Generator<[string, string]> {
  const value = /(?:^|;)CSQ=([^;]*)/.exec(info)?.[1] ?? '';
  for (const entry of value.split(',')) {
    const [, terms = '', , , , type, transcript] = entry.split('|');
    if (type === 'Transcript' && transcript && !/stream_gene/.test(terms))
      yield [transcript, classesOf(terms.split('&'))];
  }
}

/** bcftools csq gives several entries of one transcript, such as one for the codon and one for the splice region. */
function* readBcsq(info: string): Generator<[string, string]> {
  const value = /(?:^|;)BCSQ=([^;]*)/.exec(info)?.[1] ?? '';
  const byTranscript = new Map<string, string[]>();
  for (const entry of value.split(',')) {
    const [terms = '', , transcript] = entry.split('|');
    if (!transcript || terms.startsWith('@')) continue;
    const names = terms.split('&').map((term) => term.replace(/^\*/, ''));
    byTranscript.set(transcript, [
      ...(byTranscript.get(transcript) ?? []),
      ...names.map((term) => NAMES[term] ?? term),
    ]);
  }
  for (const [transcript, terms] of byTranscript) yield [transcript, classesOf(terms)];
}

function classesOf(terms: readonly string[]): string {
  const classes = new Set(terms.filter((term) => !IGNORED.has(term)).map((term) => CLASSES[term] ?? term));
  if (['splice_donor_variant', 'splice_acceptor_variant', 'splice_region_variant'].some((term) => classes.has(term)))
    classes.delete('intron_variant');
  if (classes.has('non_coding_transcript_variant')) classes.delete('intron_variant');
  return [...classes].sort().join('&');
}
