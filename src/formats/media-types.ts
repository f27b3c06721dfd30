/** The formats of the service and the media types that name them, both ways. */

export type Format =
  | 'json'
  | 'jsonp'
  | 'xml'
  | 'yaml'
  | 'text'
  | 'fasta'
  | 'seqxml'
  | 'gff3'
  | 'bed'
  | 'nh'
  | 'phyloxml'
  | 'orthoxml'
  | 'html';

/** The media type an answer of the format carries. */
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
  'text/gff3': 'gff3',
  'text/x-seqxml': 'seqxml',
  'application/xhtml+xml': 'html',
};

/** Media type in lower case, without parameters -> format. */
export const FORMATS_OF_MEDIA_TYPES: ReadonlyMap<string, Format> = new Map([
  ...(Object.entries(MEDIA_TYPES) as [Format, string][]).map(([format, type]): [string, Format] => [type, format]),
  ...Object.entries(SYNONYMS),
]);

/** Path extensions without the dot -> format: /lookup/id/ENSG00000157764.json */
export const EXTENSIONS: Readonly<Record<string, Format>> = Object.assign(
  Object.create(null) as Record<string, Format>,
  {
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
    html: 'html',
  } satisfies Record<string, Format>,
);
