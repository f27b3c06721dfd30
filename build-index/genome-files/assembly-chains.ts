/** Writes the alignments of chain files to the tables of a core database: another assembly and its mapping. */
import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { type ChainBlock, type ChainSide, readChain } from './chain-reader.ts';
import type { CoreRows } from './core-rows.ts';
import type { ChainFile } from './genome-spec.ts';
import type { InputSequence, NameMatch, SequenceNames } from './sequence-names.ts';

export interface OwnAssembly {
  names: SequenceNames;
  version: string;
  /** Name of the coordinate system of a sequence. */
  systemOf: (sequence: InputSequence) => string;
  /** Number of coordinate systems so far. */
  systems: number;
  /** The greatest seq_region_id so far. */
  regions: number;
}

/**
 * Adds the assemblies of chain files. Either side may be the genome: it is the one whose names and lengths are those of
 * its sequences.
 *
 * @throws DumpError for a file of which no chain is on a sequence of the genome
 */
export async function writeChains(
  files: readonly ChainFile[],
  db: CoreRows,
  own: OwnAssembly,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const writer = new ChainWriter(db, own);
  for (const file of files) await writer.read(file, departures, progress);
}

class ChainWriter {
  readonly #db: CoreRows;
  readonly #own: OwnAssembly;
  /** coord_system_id by name and version. */
  readonly #systems = new Map<string, number>();
  /** seq_region_id by coordinate system and name. */
  readonly #regions = new Map<string, number>();

  constructor(db: CoreRows, own: OwnAssembly) {
    this.#db = db;
    this.#own = own;
  }

  async read({ assembly, path }: ChainFile, departures: Departures, progress?: (bytes: number) => void): Promise<void> {
    if (assembly.toLowerCase() === this.#own.version.toLowerCase())
      throw new DumpError(`${path}: the other assembly has the name of the genome's own, ${assembly}; give its name`);
    const reading = departures.reading(path, '');
    const matches = new Map<string, NameMatch | null>();
    const find = ({ name, size }: ChainSide): NameMatch | null => {
      const key = `${name} ${size}`;
      let match = matches.get(key);
      if (match === undefined) {
        const found = this.#own.names.find(name);
        match = found?.sequence.length === size ? found : null;
        matches.set(key, match);
      }
      return match;
    };
    // The first chain with a sequence of the genome decides which side it is.
    let isTarget: boolean | null = null;
    let firstSides: string | null = null;
    let [count, last]: [number, ChainSide | null] = [0, null];
    for await (const block of readChain(path, reading, progress)) {
      firstSides ??= `${block.target.name} of ${block.target.size} and ${block.query.name} of ${block.query.size}`;
      isTarget ??= find(block.target) ? true : find(block.query) ? false : null;
      const side = isTarget === false ? block.query : block.target;
      const match = find(side);
      if (match) {
        this.#write(block, isTarget === true, match, assembly);
        count++;
      } else if (last !== side)
        reading.note(
          'sequence that the genome lacks',
          () => `${path} line ${block.line}: the genome has no sequence ${side.name} of ${side.size} bases`,
        );
      last = side;
    }
    if (count === 0)
      throw new DumpError(
        `${path}: no chain is on a sequence of the genome with its length; the first is of ` +
          `${firstSides ?? 'none'} bases`,
      );
  }

  #write({ target, query, ...block }: ChainBlock, isTarget: boolean, match: NameMatch, assembly: string): void {
    const [side, other] = isTarget ? [target, query] : [query, target];
    const starts = [block.targetStart, block.queryStart] as const;
    const [sideStart, otherStart] = isTarget ? starts : ([starts[1], starts[0]] as const);
    const [asm, cmp] = [forward(side, sideStart, block.length), forward(other, otherStart, block.length)];
    this.#db.insert('assembly', {
      asm_seq_region_id: match.sequence.id,
      cmp_seq_region_id: this.#regionOf(other, match, assembly),
      asm_start: asm.start,
      asm_end: asm.end,
      cmp_start: cmp.start,
      cmp_end: cmp.end,
      ori: side.isReverse === other.isReverse ? 1 : -1,
    });
  }

  /** The region of the other assembly, in the coordinate system that has the name of that of the genome's sequence. */
  #regionOf(side: ChainSide, { sequence, by }: NameMatch, assembly: string): number {
    const system = this.#systemOf(this.#own.systemOf(sequence), assembly);
    // Names differ as those of the genome do from its own in the file.
    const name = by === 'chr prefix' ? renamed(side.name, sequence.name) : side.name;
    const key = `${system} ${name}`;
    let id = this.#regions.get(key);
    if (id === undefined) {
      id = this.#own.regions + this.#regions.size + 1;
      this.#regions.set(key, id);
      this.#db.insert('seq_region', { seq_region_id: id, name, coord_system_id: system, length: side.size });
    }
    return id;
  }

  #systemOf(name: string, version: string): number {
    const key = `${name}:${version}`;
    let id = this.#systems.get(key);
    if (id === undefined) {
      id = this.#own.systems + this.#systems.size + 1;
      this.#systems.set(key, id);
      this.#db.insert('coord_system', {
        coord_system_id: id,
        species_id: 1,
        name,
        version,
        rank: id,
        attrib: null,
      });
      this.#db.meta('assembly.mapping', `${name}:${this.#own.version}#${key}`);
    }
    return id;
  }
}

/** Positions on the forward strand, from 1. */
function forward({ size, isReverse }: ChainSide, start: number, length: number): { start: number; end: number } {
  return isReverse
    ? { start: size - start - length + 1, end: size - start }
    : { start: start + 1, end: start + length };
}

/** With or without the prefix `chr`, as the genome's names. */
function renamed(name: string, own: string): string {
  if (/^chr/i.test(own)) return /^chr/i.test(name) ? name : `chr${name}`;
  const short = name.replace(/^chr(?=.)/i, '');
  return short === 'M' ? 'MT' : short;
}
