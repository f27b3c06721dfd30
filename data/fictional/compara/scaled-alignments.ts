/**
 * Whole-genome alignments of the chromosome with two other genomes, which are made here: tiles of the chromosome as
 * they became on the branch to each of the others, in between what nobody shares. All changes are on those branches:
 * the ancestors have the bases of the chromosome.
 */
import { join } from 'node:path';
import { ANCESTRAL_GENOME } from '../../../src/compara/species.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { AncestralDatabase, ancestralRow, memberNodes, nodesOf, writeBlock, writeBlockTree } from './alignment-rows.ts';
import { asText, randomBases } from '../sequence/genetic-code.ts';
import { logNormal, type Random } from '../random.ts';
import { REFERENCE, SPECIES_TREE } from '../species.ts';
import { Columns, mutateTract, newTract } from '../sequence/tract.ts';
import { basesIn, cigarLine, columnCount, descentMasks } from './alignment-columns.ts';
import { AlignedGenome } from '../core/scaled-core.ts';
import { ALIGNED_SPECIES, type AlignedSpecies } from './scaled-species.ts';
import type { ComparaDatabase } from './compara-database.ts';
import { CHROMOSOME, type Tile } from '../genome/tile.ts';

/** Bases that the chromosome keeps to itself between two blocks of all species, and the blocks. */
const APART = { median: 300, sigma: 0.9, least: 30, most: 4000 };
const BLOCK = { median: 3000, sigma: 0.8, least: 300, most: 20_000 };
/** Columns of a pairwise block, and between two of them: of LASTZ nets, half of the bases are in blocks. */
const PAIRWISE = { median: 420, sigma: 0.8, least: 60, most: 8000 };
const PAIRWISE_APART = { median: 220, sigma: 1, least: 10, most: 3000 };
/** One change of length for so many of a base. */
const SUBSTITUTIONS_PER_INDEL = 14;

/** A block of the chromosome in another genome. */
interface Homologue {
  genome: AlignedGenome;
  dnafragId: number;
  pairwise: number;
  /** Where it stands there. */
  start: number;
  end: number;
  strand: 1 | -1;
  bases: Uint8Array;
  columns: Int32Array;
}

/** Of all aligned genomes, and of the chromosome's with each other: method_link_species_set_ids. */
export interface AlignmentSets {
  multiple: number;
  pairwise: readonly number[];
  /** dnafrag_id */
  chromosome: number;
  /** genome_db_id */
  ancestralGenome: number;
}

export class ScaledAlignments {
  readonly #db: ComparaDatabase;
  readonly #sets: AlignmentSets;
  readonly #ancestors: AncestralDatabase;
  readonly #genomes: (AlignedSpecies & { genome: AlignedGenome; dnafragId: number; pairwise: number })[];

  /** @param contigs of each genome: as many as there are tiles @param out where the dumps of all species stand */
  constructor(db: ComparaDatabase, sets: AlignmentSets, contigs: number, out: string) {
    this.#db = db;
    this.#sets = sets;
    this.#ancestors = new AncestralDatabase(join(out, ANCESTRAL_GENOME, 'core'));
    this.#genomes = ALIGNED_SPECIES.map((its, each) => ({
      ...its,
      genome: new AlignedGenome(its.species, contigs, join(out, its.species.productionName, 'core')),
      dnafragId: db.nextId('dnafrag'),
      pairwise: sets.pairwise[each]!,
    }));
  }

  /** Bytes of the other genomes so far. */
  get size(): number {
    return this.#genomes.reduce((sum, { genome }) => sum + genome.size, this.#ancestors.size);
  }

  /** Aligns the next tile. */
  write({ start, bases }: Tile, random: Random): void {
    const pieces = this.#genomes.map((): Uint8Array[] => []);
    const lengths = this.#genomes.map(({ genome }) => genome.length);
    const place = (each: number, piece: Uint8Array): { start: number; end: number } => {
      pieces[each]!.push(piece);
      return { start: lengths[each]! + 1, end: (lengths[each]! += piece.length) };
    };
    for (let at = 0; at < bases.length; ) {
      const from = at + drawn(random, APART);
      const to = Math.min(bases.length, from + drawn(random, BLOCK));
      this.#genomes.forEach((_, each) => place(each, randomBases(random, drawn(random, APART))));
      if (to - from >= BLOCK.least) {
        const own = { start: start + from, end: start + to - 1, bases: bases.subarray(from, to) };
        this.#writeBlocks(own, this.#descend(own.bases, random, place), random);
      }
      at = to;
    }
    for (const [each, { genome }] of this.#genomes.entries()) {
      genome.add(joinBytes(pieces[each]!), random);
    }
  }

  /** Writes what is left. */
  close(): void {
    for (const { genome, dnafragId, genomeId } of this.#genomes) {
      genome.close();
      this.#db.addDnafrag(genomeId, CHROMOSOME, genome.length, { id: dnafragId });
    }
    this.#ancestors.close();
  }

  /** What became of a block: some species have lost it, in some it has turned round. */
  #descend(
    bases: Uint8Array,
    random: Random,
    place: (each: number, piece: Uint8Array) => { start: number; end: number },
  ): Homologue[] {
    const columns = new Columns();
    const tract = newTract(bases, columns);
    return this.#genomes.flatMap(({ genome, dnafragId, pairwise, branchLength, lost, turned }, each) => {
      if (random.chance(lost)) return [];
      const rates = {
        substitutions: branchLength,
        indels: branchLength / SUBSTITUTIONS_PER_INDEL,
        keepStart: 1,
        keepEnd: 1,
      };
      const child = mutateTract(tract, rates, random, columns);
      const strand = random.chance(turned) ? -1 : 1;
      return [
        {
          genome,
          dnafragId,
          pairwise,
          strand,
          bases: child.bases,
          columns: child.columns,
          ...place(each, strand === 1 ? child.bases : reverseComplement(child.bases)),
        },
      ];
    });
  }

  #writeBlocks(
    own: { start: number; end: number; bases: Uint8Array },
    homologues: readonly Homologue[],
    random: Random,
  ): void {
    if (homologues.length === 0) return;
    const masks = descentMasks(
      own.bases.length,
      homologues.map(({ columns }) => columns),
    );
    const db = this.#db;
    const { multiple, chromosome, ancestralGenome } = this.#sets;
    const tree = writeBlockTree(
      db,
      SPECIES_TREE,
      new Set([REFERENCE, ...homologues.map(({ genome }) => genome.species)]),
    );
    const nodes = memberNodes(tree);
    const length = columnCount(masks);
    const ownLine = cigarLine(masks[0], masks);
    writeBlock(db, multiple, length, [
      {
        dnafragId: chromosome,
        start: own.start,
        end: own.end,
        strand: 1,
        cigarLine: ownLine,
        node: nodes.get(REFERENCE)!,
      },
      ...homologues.map(({ dnafragId, start, end, strand, genome }, each) => ({
        dnafragId,
        start,
        end,
        strand,
        cigarLine: cigarLine(masks[each + 1]!, masks),
        node: nodes.get(genome.species)!,
      })),
    ]);
    const [text, set] = [asText(own.bases), { alignmentSet: multiple, genomeId: ancestralGenome }];
    writeBlock(
      db,
      multiple,
      length,
      nodesOf(tree)
        .filter(({ species }) => species === null)
        .map(({ id }) => ancestralRow(db, this.#ancestors, set, { node: id, bases: text, cigarLine: ownLine })),
    );
    homologues.forEach((homologue, each) => this.#writePairwise(own, homologue, masks[0], masks[each + 1]!, random));
  }

  /** Blocks of two genomes, each from a column that both have to another. */
  #writePairwise(
    own: { start: number },
    { dnafragId, pairwise, start, end, strand }: Homologue,
    ownMask: Uint8Array,
    itsMask: Uint8Array,
    random: Random,
  ): void {
    const isShared = (column: number): boolean => (ownMask[column]! & itsMask[column]!) === 1;
    let [ownBefore, itsBefore, counted] = [0, 0, 0];
    for (let from = 0; from < ownMask.length; ) {
      let to = Math.min(ownMask.length, from + drawn(random, PAIRWISE));
      const next = to + drawn(random, PAIRWISE_APART);
      while (from < to && !isShared(from)) from++;
      while (to > from && !isShared(to - 1)) to--;
      if (to - from >= PAIRWISE.least) {
        ownBefore += basesIn(ownMask, counted, from);
        itsBefore += basesIn(itsMask, counted, from);
        counted = from;
        const masks = [ownMask.subarray(from, to), itsMask.subarray(from, to)] as const;
        const [ownBases, itsBases] = [basesIn(masks[0]), basesIn(masks[1])];
        const [first, last] = [itsBefore, itsBefore + itsBases - 1];
        writeBlock(this.#db, pairwise, columnCount(masks), [
          {
            dnafragId: this.#sets.chromosome,
            start: own.start + ownBefore,
            end: own.start + ownBefore + ownBases - 1,
            strand: 1,
            cigarLine: cigarLine(masks[0], masks),
            node: null,
          },
          {
            dnafragId,
            strand,
            cigarLine: cigarLine(masks[1], masks),
            node: null,
            start: strand === 1 ? start + first : end - last,
            end: strand === 1 ? start + last : end - first,
          },
        ]);
      }
      from = next;
    }
  }
}

function drawn(random: Random, { median, sigma, least, most }: typeof BLOCK): number {
  return logNormal(random, median, sigma, least, most);
}
