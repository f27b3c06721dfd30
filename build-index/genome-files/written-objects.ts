/** The genes, transcripts and translations that were written, by the names that further files have for them. */
import type { ModelXref } from './gene-model.ts';

type Owner = 'Gene' | 'Transcript' | 'Translation';

export interface WrittenObject {
  owner: Owner;
  /** In its table. */
  id: number;
  stableId: string;
  /** Of a gene: its place, and its canonical transcript. */
  gene: { place: Place; transcript: WrittenObject | null } | null;
}

/** A place on a sequence, by its seq_region_id. */
export interface Place {
  region: number;
  start: number;
  end: number;
  strand: number;
}

/** How a name found its object; the references with an accession if it is one. */
interface Found {
  object: WrittenObject;
  /** xref_id of the reference; null for a stable id or a symbol. */
  by: number | null;
}

export class WrittenObjects {
  readonly #byId = new Map<string, WrittenObject>();
  readonly #byXref = new Map<string, Found[]>();
  readonly #bySymbol = new Map<string, WrittenObject[]>();

  add(object: WrittenObject): void {
    this.#byId.set(object.stableId, object);
  }

  symbol(name: string, object: WrittenObject): void {
    const known = this.#bySymbol.get(name);
    if (!known) this.#bySymbol.set(name, [object]);
    else if (!known.includes(object)) known.push(object);
  }

  xref({ primary, version }: Pick<ModelXref, 'primary' | 'version'>, xrefId: number, object: WrittenObject): void {
    const names = version === null ? [primary] : [primary, primary.replace(/\.\d+$/, '')];
    for (const name of names) {
      const known = this.#byXref.get(name);
      const found = { object, by: xrefId };
      if (known) known.push(found);
      else this.#byXref.set(name, [found]);
    }
  }

  /** The object with a stable id, which may have a version. */
  withId(id: string): WrittenObject | null {
    return this.#byId.get(id) ?? this.#byId.get(id.replace(/\.\d+$/, '')) ?? null;
  }

  /** The gene with a stable id, or the genes with a symbol. */
  genes(name: string): WrittenObject[] {
    const object = this.withId(name);
    return object?.gene ? [object] : (this.#bySymbol.get(name) ?? []);
  }

  /** Objects by the first of some names that any has: as stable id, as accession of a reference, as symbol. */
  named(names: readonly string[]): Found[] {
    for (const name of names) {
      const object = this.withId(name);
      if (object) return [{ object, by: null }];
      const found = this.#byXref.get(name) ?? this.#bySymbol.get(name)?.map((gene) => ({ object: gene, by: null }));
      if (found) return found;
    }
    return [];
  }
}
