/**
 * Whole-genome alignments of the chromosome with two other genomes, and these genomes. They consist of mutated segments
 * of the chromosome and unrelated bases between them. All changes are on the branches to these genomes, so the
 * ancestors have the bases of the chromosome.
 */
import { join } from 'node:path';
import { at, get } from '../../../src/checked.ts';
import { ANCESTRAL_GENOME } from '../../../src/compara/species.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { AncestralDatabase, ancestralRow, memberNodes, nodesOf, writeBlockTree } from './alignment-rows.ts';
import { asText, randomBases } from '../sequence/genetic-code.ts';
import { logNormal, type Random } from '../random.ts';
import { REFERENCE, SPECIES_TREE } from '../species.ts';
import { Columns, mutateTract, newTract } from '../sequence/tract.ts';
import { basesIn, cigarLine, columnCount, descentMasks } from './alignment-columns.ts';
import { AlignedGenome } from '../core/scaled-core.ts';
import { ALIGNED_SPECIES, type AlignedSpecies } from './scaled-species.ts';
import { writeBlock } from '../../../build-index/dump-writer/alignment-block.ts';
import type { ComparaDatabase } from '../../../build-index/dump-writer/compara-database.ts';
import { CHROMOSOME, type Tile } from '../genome/tile.ts';

/** Unaligned bases between two multiple blocks, and bases of a multiple block. */
const APART = { median: 300, sigma: 0.9, least: 30, most: 4000 };
const BLOCK = { median: 3000, sigma: 0.8, least: 300, most: 20_000 };
/** Columns of a pairwise block, and between two of them. As in LASTZ nets, half of the bases are in blocks. */
const PAIRWISE = { median: 420, sigma: 0.8, least: 60, most: 8000 };
const PAIRWISE_APART = { median: 220, sigma: 1, least: 10, most: 3000 };
/** The ratio of substitutions to insertions and deletions. */
const SUBSTITUTIONS_PER_INDEL = 14;

/** A segment of another genome that is homologous to one of the chromosome. */
interface Homologue {
  genome: AlignedGenome;
  dnafragId: number;
  pairwise: number;
  /** Place in the other genome. */
  start: number;
  end: number;
  strand: 1 | -1;
  bases: Uint8Array;
  columns: Int32Array;
}

export interface AlignmentSets {
  /** method_link_species_set_ids of the alignment of all genomes, and of those with each other genome. */
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

  /** @param contigs number of contigs of each genome, one per tile @param out folder of the dumps of all species */
  constructor(db: ComparaDatabase, sets: AlignmentSets, contigs: number, out: string) {
    this.#db = db;
    this.#sets = sets;
    this.#ancestors = new AncestralDatabase(join(out, ANCESTRAL_GENOME, 'core'));
    this.#genomes = ALIGNED_SPECIES.map((its, each) => ({
      ...its,
      genome: new AlignedGenome(its.species, contigs, join(out, its.species.productionName, 'core')),
      dnafragId: db.nextId('dnafrag'),
      pairwise: at(sets.pairwise, each),
    }));
  }

  /** Bytes written for the other genomes so far. */
  get size(): number {
    return this.#genomes.reduce((sum, { genome }) => sum + genome.size, this.#ancestors.size);
  }

  /** Aligns the next tile. */
  write({ start, bases }: Tile, random: Random): void {
    const contigs = this.#genomes.map(({ genome }) => new GrowingContig(genome.length));
    for (let done = 0; done < bases.length; ) {
      const from = done + drawn(random, APART);
      const to = Math.min(bases.length, from + drawn(random, BLOCK));
      for (const contig of contigs) contig.append(randomBases(random, drawn(random, APART)));
      if (to - from >= BLOCK.least) {
        const own = { start: start + from, end: start + to - 1, bases: bases.subarray(from, to) };
        this.#writeBlocks(own, this.#descend(own.bases, random, contigs), random);
      }
      done = to;
    }
    for (const [each, { genome }] of this.#genomes.entries()) genome.add(at(contigs, each).bases(), random);
  }

  /** Writes the remaining rows of all databases. */
  close(): void {
    for (const { genome, dnafragId, genomeId } of this.#genomes) {
      genome.close();
      this.#db.addDnafrag(genomeId, CHROMOSOME, genome.length, { id: dnafragId });
    }
    this.#ancestors.close();
  }

  /** The homologues of a segment, appended to the contigs. Some species lack it, some have it inverted. */
  #descend(bases: Uint8Array, random: Random, contigs: readonly GrowingContig[]): Homologue[] {
    const columns = new Columns();
    const tract = newTract(bases, columns);
    return this.#genomes.flatMap(({ genome, dnafragId, pairwise, branchLength, lost, inverted }, each) => {
      if (random.chance(lost)) return [];
      const rates = {
        substitutions: branchLength,
        indels: branchLength / SUBSTITUTIONS_PER_INDEL,
        keepStart: 1,
        keepEnd: 1,
      };
      const child = mutateTract(tract, rates, random, columns);
      const strand = random.chance(inverted) ? -1 : 1;
      return [
        {
          genome,
          dnafragId,
          pairwise,
          strand,
          bases: child.bases,
          columns: child.columns,
          ...at(contigs, each).append(strand === 1 ? child.bases : reverseComplement(child.bases)),
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
    const [ownMask, ...otherMasks] = masks;
    const length = columnCount(masks);
    const ownLine = cigarLine(ownMask, masks);
    writeBlock(db, multiple, length, [
      {
        dnafragId: chromosome,
        start: own.start,
        end: own.end,
        strand: 1,
        cigarLine: ownLine,
        node: get(nodes, REFERENCE),
      },
      ...homologues.map(({ dnafragId, start, end, strand, genome }, each) => ({
        dnafragId,
        start,
        end,
        strand,
        cigarLine: cigarLine(at(otherMasks, each), masks),
        node: get(nodes, genome.species),
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
    for (const [each, homologue] of homologues.entries())
      this.#writePairwise(own, homologue, ownMask, at(otherMasks, each), random);
  }

  /** Writes pairwise blocks. Both genomes have a base in the first and the last column of each block. */
  #writePairwise(
    own: { start: number },
    { dnafragId, pairwise, start, end, strand }: Homologue,
    ownMask: Uint8Array,
    itsMask: Uint8Array,
    random: Random,
  ): void {
    const isShared = (column: number): boolean => ownMask[column] === 1 && itsMask[column] === 1;
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

/** A contig of another genome while its pieces are drawn. */
class GrowingContig {
  readonly #pieces: Uint8Array[] = [];
  #end: number;

  /** @param end last position of the genome's chromosome before the contig */
  constructor(end: number) {
    this.#end = end;
  }

  /** Returns the place of the piece on the chromosome. */
  append(piece: Uint8Array): { start: number; end: number } {
    this.#pieces.push(piece);
    const start = this.#end + 1;
    this.#end += piece.length;
    return { start, end: this.#end };
  }

  bases(): Uint8Array {
    return joinBytes(this.#pieces);
  }
}

function drawn(random: Random, { median, sigma, least, most }: typeof BLOCK): number {
  return logNormal(random, median, sigma, least, most);
}
