/** The formats of the service and their media types. */

const FORMATS = [
  'json',
  'jsonp',
  'xml',
  'yaml',
  'text',
  'fasta',
  'seqxml',
  'gff3',
  'bed',
  'nh',
  'phyloxml',
  'orthoxml',
  'vcf',
  'ndjson',
  'html',
] as const;

export type Format = (typeof FORMATS)[number];

/** Formats of an operation: at least one. */
export type Formats = readonly [Format, ...Format[]];

/** The media type of answers in each format. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  jsonp: 'text/javascript',
  xml: 'text/xml',
  yaml: 'text/x-yaml',
  text: 'text/plain',
  fasta: 'text/x-fasta',
  seqxml: 'text/x-seqxml+xml',
  gff3: 'text/x-gff3',
  bed: 'text/x-bed',
  nh: 'text/x-nh',
  phyloxml: 'text/x-phyloxml+xml',
  orthoxml: 'text/x-orthoxml+xml',
  vcf: 'text/x-vcf',
  ndjson: 'application/x-ndjson',
  html: 'text/html',
};

/** Other spellings that clients send. */
const SYNONYMS: Readonly<Record<string, Format>> = {
  'text/json': 'json',
  'text/x-json': 'json',
  'application/javascript': 'jsonp',
  'application/x-javascript': 'jsonp',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/fasta': 'fasta',
  'text/vcf': 'vcf',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'text/gff3': 'gff3',
  'text/x-seqxml': 'seqxml',
  'text/x-phyloxml': 'phyloxml',
  'application/xhtml+xml': 'html',
};

/** Format of each media type, which is in lower case and without parameters. */
export const FORMATS_OF_MEDIA_TYPES: ReadonlyMap<string, Format> = new Map([
  ...FORMATS.map((format): [string, Format] => [MEDIA_TYPES[format], format]),
  ...Object.entries(SYNONYMS),
]);

/** Format of each path extension, without the dot: /lookup/id/ENSG00000157764.json */
export const EXTENSIONS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    json: 'json',
    jsonp: 'jsonp',
    xml: 'xml',
    yaml: 'yaml',
    yml: 'yaml',
    txt: 'text',
    text: 'text',
    fasta: 'fasta',
    fa: 'fasta',
    seqxml: 'seqxml',
    gff3: 'gff3',
    bed: 'bed',
    nh: 'nh',
    phyloxml: 'phyloxml',
    orthoxml: 'orthoxml',
    vcf: 'vcf',
    ndjson: 'ndjson',
    html: 'html',
  } satisfies Record<string, Format>),
);
