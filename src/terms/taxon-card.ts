/** A taxon without relatives, as it stands in the lines of all that descend from it. Shared between requests: not to be changed. */
export class TaxonCard {
  /** JSON of an object. */
  readonly json: string;
  #value: Readonly<Record<string, unknown>> | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** What the JSON says, parsed when a format other than JSON first asks. */
  get value(): Readonly<Record<string, unknown>> {
    return (this.#value ??= JSON.parse(this.json) as Record<string, unknown>);
  }
}
