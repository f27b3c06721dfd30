/** seqXML 0.4: http://www.seqxml.org/0.4/seqxml.xsd */
import { versionedId, type SequenceRecord } from './sequence-record.ts';
import { escape } from './xml.ts';

const ROOT = '<seqXML xsi:noNamespaceSchemaLocation="http://www.seqxml.org/0.4/seqxml.xsd" seqXMLversion="0.4" '
  + 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">';

export function seqxml(sequences: readonly SequenceRecord[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n\n${ROOT}\n${sequences.map(entry).join('')}</seqXML>\n`;
}

function entry(record: SequenceRecord): string {
  const tag = record.molecule === 'protein' ? 'AAseq' : 'DNAseq';
  return `  <entry id="${escape(versionedId(record))}">\n    <${tag}>${escape(record.seq)}</${tag}>\n  </entry>\n`;
}
