import { nearName } from './near-name.ts';

/** A sequence of a FASTA or flat file. */
export interface InputSequence {
  name: string;
  /** Text of the header after the name. */
  description: string;
  length: number;
  /** seq_region_id in the written tables. */
  id: number;
}

/** How a name of another file found its sequence. */
export interface NameMatch {
  sequence: InputSequence;
  /** What differs between the names; null for equal names and names that the user gave. */
  by: 'version suffix' | 'chr prefix' | 'name in the FASTA header' | 'length' | null;
}

/** The maps of SequenceNames, which messages to other threads can contain. */
export interface NamedSequences {
  byName: Map<string, InputSequence>;
  loose: Map<string, InputSequence | null>;
  renamed: ReadonlyMap<string, string>;
}

/**
 * Finds sequences by the names that annotation and variant files use. A name matches its sequence, one that the user
 * gave for it, or the only one that differs in a version suffix (`NC_045512.2`), in a `chr` prefix, names it in its
 * header, or has the length that the other file gives.
 */
export class SequenceNames {
  #byName = new Map<string, InputSequence>();
  /** By names without prefix and version; null where several sequences have one. */
  #loose = new Map<string, InputSequence | null>();
  readonly #renamed: ReadonlyMap<string, string>;

  /** @param renamed names of sequences by the names in other files */
  constructor(sequences: readonly InputSequence[], renamed: ReadonlyMap<string, string> = new Map()) {
    this.#renamed = renamed;
    for (const sequence of sequences) this.#byName.set(sequence.name, sequence);
    for (const sequence of sequences) {
      const [word = ''] = sequence.description.split(/\s/, 1);
      for (const name of [sequence.name, ...(ACCESSION.test(word) ? [word] : [])])
        for (const short of [withoutVersion(name), withoutChr(name)]) this.#addLoose(short, sequence);
    }
  }

  /** Names as another thread had them in `parts`. */
  static of({ byName, loose, renamed }: NamedSequences): SequenceNames {
    const names = new SequenceNames([], renamed);
    [names.#byName, names.#loose] = [byName, loose];
    return names;
  }

  get parts(): NamedSequences {
    return { byName: this.#byName, loose: this.#loose, renamed: this.#renamed };
  }

  get all(): SetIterator<InputSequence> {
    return new Set(this.#byName.values()).values();
  }

  /**
   * Null for a name that matches no sequence, or several.
   * @param length of the sequence, if the other file gives it
   */
  find(name: string, length?: number): NameMatch | null {
    const given = this.#renamed.get(name);
    const exact = this.#byName.get(given ?? name);
    if (exact) return { sequence: exact, by: null };
    if (given !== undefined) return null;
    const sequence = this.#loose.get(withoutVersion(name)) ?? this.#loose.get(withoutChr(name));
    if (!sequence) return length === undefined ? null : this.#ofLength(length);
    const isOwn = (shorten: (text: string) => string) => shorten(name) === shorten(sequence.name);
    const by = isOwn(withoutVersion) ? 'version suffix' : isOwn(withoutChr) ? 'chr prefix' : 'name in the FASTA header';
    return { sequence, by };
  }

  /** Adds a further name of a sequence. */
  alias(name: string, sequence: InputSequence): void {
    this.#byName.set(name, sequence);
  }

  /** A sentence about a name that matches no sequence. */
  missing(name: string): string {
    const names = [...this.#byName.keys()].slice(0, MOST_COMPARED);
    const near = nearName(cut(name), names);
    const hint =
      near === null
        ? `its names are such as ${names.slice(0, MOST_LISTED).map(cut).join(', ')}`
        : `the closest name is ${cut(near)}`;
    return `the genome has no sequence ${cut(name)}; ${hint}. --rename FILE gives names of sequences`;
  }

  #ofLength(length: number): NameMatch | null {
    const found = [...this.all].filter((sequence) => sequence.length === length);
    const [sequence] = found;
    return sequence && found.length === 1 ? { sequence, by: 'length' } : null;
  }

  #addLoose(name: string, sequence: InputSequence): void {
    const known = this.#loose.get(name);
    if (known === undefined) this.#loose.set(name, sequence);
    else if (known !== sequence) this.#loose.set(name, null);
  }
}

/** Names that a hint lists if none is close. */
const MOST_LISTED = 3;
/** Names to compare for a hint. Assemblies may have a million contigs. */
const MOST_COMPARED = 100_000;

const ACCESSION = /^[A-Z]{1,6}_?\d{5,}(\.\d+)?$/;

function withoutVersion(name: string): string {
  return name.replace(/\.\d+$/, '');
}

/** The mitochondrion is `chrM` with the prefix, and `MT` without it. */
function withoutChr(name: string): string {
  const short = name.replace(/^chr(?=.)/i, '');
  return short === 'M' ? 'MT' : short;
}

/** Letters of a name that a sentence shows. */
const SHOWN = 100;

/** The beginning of a name that is too long for a sentence. */
export function cut(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
}
