/** Lines of a VCF file in memory, as the compiler stores them: records of lines and rows of a matrix. */
import { encodeGenotypes } from '../../../../src/index/genotypes/genotype-planes.ts';
import { GENOTYPE } from '../../../../src/index/genotypes/genotype-row.ts';
import { MatrixVariant } from '../../../../src/index/genotypes/genotype-matrix.ts';
import { writeU32, writeVarint } from '../../../../src/index/blocks/integers.ts';
import type { GenotypesEntry } from '../../../../src/release/manifest.ts';
import type { PlacedLine } from '../../../../src/release/genotypes.ts';
import { decodeLine, encodeLine } from '../../../../src/variants/genotyped-line.ts';
import { listGenotypes } from '../../../../src/variants/genotypes-record.ts';
import { groupGenotypes } from '../../../../src/variants/variant-details.ts';

interface TestLine {
  placed: PlacedLine;
  row: MatrixVariant | null;
}

const MEANINGS = new Map([
  ['0|0', GENOTYPE.reference],
  ['0|1', GENOTYPE.heterozygous],
  ['1|0', GENOTYPE.heterozygousFirst],
  ['1|1', GENOTYPE.homozygous],
]);

/** @param text POS ID REF ALT and a genotype per sample, separated by blanks */
export function encodedLine(text: string): TestLine {
  const [pos = '', id = '', ref = '', alt = '', ...calls] = text.split(' ');
  const alleles = [ref, ...alt.split(',')];
  const position = alleles.every((allele) => allele.length === 1) ? Number(pos) : Number(pos) + 1;
  const start = alleles.some((allele) => allele.length !== ref.length) ? Number(pos) + 1 : Number(pos);
  const isComplete = calls.every((call) => /^([01][|/][01]|[.|/]*)$/.test(call));
  const [name = ''] = id.split(';');
  const head = { id: id === name ? null : id, alleles, fromMatrix: position - start, inMatrix: isComplete };
  const group = groupGenotypes(null, calls.entries());
  const line = decodeLine(encodeLine({ ...head, calls: isComplete ? null : listGenotypes(group) }));
  if (!isComplete) return { placed: { position, line }, row: null };
  const bytes = new TextEncoder().encode(name);
  const meanings = calls.map((call) => MEANINGS.get(call.replace('/', '|')) ?? GENOTYPE.missing);
  const genotypes = encodeGenotypes(Uint8Array.from(meanings));
  const block = new Uint8Array(9 + bytes.length + genotypes.length);
  writeU32(block, 0, position);
  const at = writeVarint(block, 4, bytes.length);
  block.set(bytes, at);
  block.set(genotypes, at + bytes.length);
  return { placed: { position, line }, row: new MatrixVariant(block, 0) };
}

export class MemoryGenotypes {
  readonly lines: PlacedLine[];
  readonly rows: MatrixVariant[];
  readonly #samples: number;

  constructor(lines: readonly TestLine[], samples: number) {
    this.lines = lines.map(({ placed }) => placed);
    this.rows = lines.flatMap(({ row }) => row ?? []);
    this.#samples = samples;
  }

  entry(strictNames: boolean): GenotypesEntry {
    const object = { object: '', size: 0, sha256: '' };
    return {
      id: 'test',
      samples: this.#samples,
      variants: this.rows.length,
      matrix: { object: '', directory: [0, 0] } as unknown as GenotypesEntry['matrix'],
      populations: object,
      ...(strictNames ? { strictNames } : {}),
    };
  }
}
