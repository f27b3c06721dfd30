/** The formats of the service and the media types that name them, both ways. */

export type Format =
  | 'json' | 'jsonp' | 'xml' | 'yaml' | 'text' | 'fasta' | 'seqxml' | 'gff3' | 'bed' | 'nh' | 'phyloxml' | 'orthoxml' | 'html';

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
