/** Digests, length and names of a sequence: refget/sequence/:digest/metadata. */
import { trunc512Of, type DigestedSequence } from '../../genome/sequence-digest.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { findSequences } from './find-sequence.ts';

/** Digests, length and names of a sequence. One read. */
export async function refgetMetadata({ params, release }: OperationRequest<{ digest: string }>): Promise<Answer> {
  const sequences = await findSequences(release, params.digest);
  const [{ md5, ga4gh, region }] = sequences;
  const metadata = {
    md5,
    ga4gh,
    trunc512: trunc512Of(ga4gh),
    length: region.length,
    aliases: aliasesOf(sequences),
  };
  return { kind: 'json', text: asciiJson({ metadata }) };
}

interface Alias {
  alias: string;
  naming_authority: string;
}

/** The names of all regions with the sequence, each once, in all genomes. */
function aliasesOf(sequences: readonly DigestedSequence[]): Alias[] {
  const aliases = new Map<string, Alias>();
  for (const { region } of sequences) {
    const names = [{ name: region.name, db: null }, ...region.synonyms];
    for (const { name, db } of names) {
      const alias = { alias: name, naming_authority: authorityOf(db) };
      aliases.set(`${alias.naming_authority} ${name}`, alias);
    }
  }
  return [...aliases.values()];
}

/** The specification's name of an authority, from Ensembl's name of a database of synonyms. */
function authorityOf(database: string | null): string {
  if (database === null) return 'ensembl';
  return /^refseq/i.test(database) ? 'refseq' : database.toLowerCase();
}

/** The answer's media type names the character set US-ASCII. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
