/** Looks up the name of a list that means the same company as another name, as the importer does in its database. */
import { lookupKeys, readCompanyName, storedKeys } from "@/service/ingest/resolve/names/company-name";
import { judge, type NameVerdict } from "@/service/ingest/resolve/score";

export interface Neighbour {
  readonly name: string;
  readonly verdict: NameVerdict;
}

interface Keys {
  /** A name of the list is found under these. */
  readonly stored: (name: string) => readonly string[];
  /** Another name is looked up by these. */
  readonly sought: (name: string) => readonly string[];
}

export const IMPORTER_KEYS: Keys = { stored: storedKeys, sought: lookupKeys };

export class NameIndex {
  readonly #names = new Map<string, Set<string>>();

  constructor(
    names: Iterable<string>,
    private readonly keys = IMPORTER_KEYS,
  ) {
    for (const name of new Set(names))
      for (const key of keys.stored(name)) {
        const known = this.#names.get(key);
        if (known === undefined) this.#names.set(key, new Set([name]));
        else known.add(name);
      }
  }

  /** Returns the candidates for a name, best first. */
  neighbours(name: string): Neighbour[] {
    const own = readCompanyName(name);
    const found = new Set(this.keys.sought(name).flatMap((key) => [...(this.#names.get(key) ?? [])]));
    return [...found]
      .map((other) => ({ name: other, verdict: judge(own, readCompanyName(other)) }))
      .sort((a, b) => rank(b) - rank(a));
  }
}

function rank({ verdict }: Neighbour): number {
  return verdict.score + (verdict.outcome === "same" ? 1 : 0) - (verdict.outcome === "different" ? 1 : 0);
}
