/** Reads the core tables that were written of a genome's files: its regions, and the genes that trees name. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { at, get } from '../../src/checked.ts';
import { CodonTable } from '../../src/genome/codon-table.ts';
import { reverseComplementOf } from '../../src/genome/bases.ts';
import { CORE_TABLES } from '../dump-writer/core-tables.ts';
import { columnsOf } from '../dump-writer/dump-writer.ts';
import type { InputSequence } from './sequence-names.ts';
import { WrittenBases } from './written-bases.ts';

type Row = Readonly<Record<string, string | null>>;

/** A gene with the product that a tree names, or its canonical one. */
export interface GeneOfTree {
  id: string;
  version: number | null;
  label: string | null;
  description: string | null;
  region: number;
  start: number;
  end: number;
  strand: 1 | -1;
  product: { id: string; version: number | null; translation: number; transcript: number };
}

/** Regions by name, with their seq_region_id. */
export interface WrittenRegion extends InputSequence {
  system: string;
}

export class WrittenCore {
  readonly production: string;
  readonly displayName: string;
  readonly assembly: string;
  readonly taxon: number | null;
  readonly regions: readonly WrittenRegion[];
  readonly #folder: string;

  private constructor(folder: string, meta: ReadonlyMap<string, string>, regions: readonly WrittenRegion[]) {
    this.#folder = folder;
    this.production = get(meta, 'species.production_name');
    this.displayName = meta.get('species.scientific_name') ?? this.production;
    this.assembly = meta.get('assembly.default') ?? '';
    const taxon = meta.get('species.taxonomy_id');
    this.taxon = taxon === undefined ? null : Number(taxon);
    this.regions = regions;
  }

  /** @param folder with the folder `core` */
  static async open(folder: string): Promise<WrittenCore> {
    const core = join(folder, 'core');
    const meta = new Map<string, string>();
    for await (const { meta_key: key, meta_value: value } of rowsOf(core, 'meta')) meta.set(key ?? '', value ?? '');
    const systems = new Map<string | null, string>();
    for await (const { coord_system_id, name, attrib } of rowsOf(core, 'coord_system'))
      if (attrib?.includes('default_version')) systems.set(coord_system_id ?? null, name ?? '');
    const regions: WrittenRegion[] = [];
    for await (const { seq_region_id, name, length, coord_system_id } of rowsOf(core, 'seq_region'))
      if (systems.has(coord_system_id ?? null))
        regions.push({
          id: Number(seq_region_id),
          name: name ?? '',
          description: '',
          length: Number(length),
          system: systems.get(coord_system_id ?? null) ?? '',
        });
    return new WrittenCore(core, meta, regions);
  }

  /** Coding genes by the ids, in lower case, of themselves, their transcripts and proteins. */
  async genes(): Promise<Map<string, GeneOfTree>> {
    const labels = new Map<string | null, string | null>();
    for await (const row of this.#rows('xref')) labels.set(row['xref_id'] ?? null, row['display_label'] ?? null);
    const transcripts = new Map<string, Row>();
    for await (const row of this.#rows('transcript')) transcripts.set(row['transcript_id'] ?? '', row);
    const products = new Map<string, Row>();
    for await (const row of this.#rows('translation')) {
      const transcript = row['transcript_id'] ?? '';
      if (!products.has(transcript)) products.set(transcript, row);
    }
    const genes = new Map<string, Row>();
    for await (const row of this.#rows('gene')) genes.set(row['gene_id'] ?? '', row);
    const found = new Map<string, GeneOfTree>();
    const add = (id: string | null | undefined, gene: Row | undefined, product: Row | undefined) => {
      if (!id || !gene || !product || found.has(id.toLowerCase())) return;
      found.set(id.toLowerCase(), {
        id: gene['stable_id'] ?? '',
        version: numberOf(gene['version']),
        label: labels.get(gene['display_xref_id'] ?? null) ?? null,
        description: gene['description'] ?? null,
        region: Number(gene['seq_region_id']),
        start: Number(gene['seq_region_start']),
        end: Number(gene['seq_region_end']),
        strand: gene['seq_region_strand'] === '-1' ? -1 : 1,
        product: {
          id: product['stable_id'] ?? '',
          version: numberOf(product['version']),
          translation: Number(product['translation_id']),
          transcript: Number(product['transcript_id']),
        },
      });
    };
    for (const gene of genes.values())
      add(gene['stable_id'], gene, products.get(gene['canonical_transcript_id'] ?? ''));
    for (const [id, transcript] of transcripts)
      add(transcript['stable_id'], genes.get(transcript['gene_id'] ?? ''), products.get(id));
    for (const [id, product] of products)
      add(product['stable_id'], genes.get(transcripts.get(id)?.['gene_id'] ?? ''), product);
    return found;
  }

  /** The coding bases, without stop codon, and the peptides of genes, by the numbers of their translations. */
  async products(genes: readonly GeneOfTree[]): Promise<Map<number, { coding: string; peptide: string }>> {
    const wanted = new Map(genes.map((gene) => [gene.product.transcript, gene]));
    const exonIds = new Map<number, number[]>();
    const used = new Set<number>();
    for await (const { exon_id, transcript_id, rank } of this.#rows('exon_transcript')) {
      const transcript = Number(transcript_id);
      if (!wanted.has(transcript)) continue;
      let ids = exonIds.get(transcript);
      if (!ids) exonIds.set(transcript, (ids = []));
      ids[Number(rank) - 1] = Number(exon_id);
      used.add(Number(exon_id));
    }
    const exons = new Map<number, Row>();
    for await (const row of this.#rows('exon'))
      if (used.has(Number(row['exon_id']))) exons.set(Number(row['exon_id']), row);
    const [edits, codes] = [await this.#edits(), await this.#codonTables()];
    const regions = new Map(this.regions.map((each) => [each.id, each]));
    const bases = this.#openBases();
    try {
      const products = new Map<number, { coding: string; peptide: string }>();
      for await (const row of this.#rows('translation')) {
        const transcript = Number(row['transcript_id']);
        const id = Number(row['translation_id']);
        const gene = wanted.get(transcript);
        if (gene?.product.translation !== id) continue;
        const region = get(regions, gene.region);
        let [all, from, to, missing] = ['', 0, 0, 0];
        for (const exonId of exonIds.get(transcript) ?? []) {
          const exon = get(exons, exonId);
          const [start, end] = [Number(exon['seq_region_start']), Number(exon['seq_region_end'])];
          // On a circular sequence, an exon may end before it starts.
          const text = bases.read(region, start, end < start ? end + region.length : end);
          if (exonId === Number(row['start_exon_id'])) {
            from = all.length + Number(row['seq_start']) - 1;
            if (Number(row['seq_start']) === 1) missing = Math.max(0, Number(exon['phase']));
          }
          if (exonId === Number(row['end_exon_id'])) to = all.length + Number(row['seq_end']);
          all += exon['seq_region_strand'] === '-1' ? reverseComplementOf(text) : text;
        }
        const coding = 'N'.repeat(missing) + all.slice(from, to);
        products.set(id, productOf(coding, codes.get(gene.region) ?? 1, edits.get(id) ?? []));
      }
      return products;
    } finally {
      bases.close();
    }
  }

  async #edits(): Promise<Map<number, string[]>> {
    const edits = new Map<number, string[]>();
    for await (const { translation_id, value } of this.#rows('translation_attrib')) {
      const id = Number(translation_id);
      edits.set(id, [...(edits.get(id) ?? []), value ?? '']);
    }
    return edits;
  }

  async #codonTables(): Promise<Map<number, number>> {
    let type: string | null = null;
    for await (const row of this.#rows('attrib_type'))
      if (row['code'] === 'codon_table') type = row['attrib_type_id'] ?? null;
    const codes = new Map<number, number>();
    for await (const row of this.#rows('seq_region_attrib'))
      if (row['attrib_type_id'] === type) codes.set(Number(row['seq_region_id']), Number(row['value']));
    return codes;
  }

  #openBases(): WrittenBases {
    const offsets = new Map<number, number>();
    let offset = 0;
    // A row is the id, a tab, the bases and a newline; rows are in the order of ids.
    for (const { id, length } of this.regions.toSorted((a, b) => a.id - b.id)) {
      offset += String(id).length + 1;
      offsets.set(id, offset);
      offset += length + 1;
    }
    return new WrittenBases({ path: join(this.#folder, 'dna.txt'), offsets });
  }

  #rows(table: keyof typeof CORE_TABLES): AsyncGenerator<Row> {
    return rowsOf(this.#folder, table);
  }
}

/** @param edits of Ensembl: first and last residue, and what is there */
function productOf(coding: string, code: number, edits: readonly string[]): { coding: string; peptide: string } {
  const table = CodonTable.of(code);
  const bases = new TextEncoder().encode(coding);
  const residues: string[] = [];
  for (let place = 0; place + 3 <= bases.length; place += 3)
    residues.push(String.fromCharCode(table.residueAt(bases, place)));
  for (const edit of edits) {
    const [first = '', last = '', text = ''] = edit.split(' ');
    residues.splice(Number(first) - 1, Number(last) - Number(first) + 1, ...text);
  }
  const hasStop = residues.at(-1) === '*';
  if (hasStop) residues.pop();
  return { coding: hasStop ? coding.slice(0, 3 * residues.length) : coding, peptide: residues.join('') };
}

function numberOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

async function* rowsOf(folder: string, table: keyof typeof CORE_TABLES): AsyncGenerator<Row> {
  const columns = columnsOf(CORE_TABLES[table]).map(([name]) => name);
  const lines = createInterface({ input: createReadStream(join(folder, `${table}.txt`)), crlfDelay: Infinity });
  for await (const line of lines) {
    const fields = line.split('\t');
    yield Object.fromEntries(columns.map((name, index) => [name, unescaped(at(fields, index))]));
  }
}

/** Our own tables contain no escaped tabs and newlines: texts of files have none. */
function unescaped(field: string): string | null {
  return field === '\\N' ? null : field.replaceAll('\\\\', '\\');
}
