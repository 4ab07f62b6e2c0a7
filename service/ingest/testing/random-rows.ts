/** Creates random rows for tests of imports, the same ones for each seed. */

const SOURCES = ["wire", "daily", "digest"] as const;
const INVESTORS = ["Osprey Ventures", "Heron Capital"] as const;
const CITIES = ["Kiel", "Lund"] as const;

/** The names have nothing in common, so that only a person merges these companies. */
const NAMES = ["Abacus Tidewater", "Brontide", "Cormorant Pay", "Dulcimer Labs", "Eiderdown", "Fennel & Sons"] as const;

/** Names of one beginning may be one company, or the two sides of a deal. */
const BEGINNINGS = ["Lumo", "Kestrel Robotics", "Quorvane"] as const;
const ENDS = ["", "", ".in", " GmbH", " Systems"] as const;
/** Any company may state any domain, as it does in damaged files. */
const DOMAINS = ["lumo.example", "kestrel.example", "quorvane.example", undefined, undefined, undefined] as const;
const KEYS = ["x", "y", undefined, undefined] as const;

export interface FileOfRows<Row = unknown> {
  readonly source: string;
  readonly lines: readonly Row[];
}

interface RandomCompany {
  readonly id: string | undefined;
  readonly name: string;
  readonly domain: string | undefined;
  readonly hqCity: string | undefined;
}

interface EventParts {
  readonly announcedAt: string;
  readonly discoveredAt: string | undefined;
  readonly amountUsd: number | undefined;
}

type Statement =
  | { readonly kind: "company"; readonly record: RandomCompany }
  | { readonly kind: "funding"; readonly record: EventParts & { company: RandomCompany; investors: readonly string[] } }
  | { readonly kind: "acquisition"; readonly record: EventParts & { target: RandomCompany; acquirer: RandomCompany } };
export type ConfusableRow = Statement & { readonly key: string | undefined };

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  pick<const T>(items: readonly [T, ...T[]]): T;
  pick<T>(items: readonly T[]): T | undefined;
  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** Creates rounds of companies that no rule confuses. */
  createRounds(): FileOfRows {
    const source = this.pick(SOURCES);
    const lines = NAMES.filter(() => this.next() < 0.5).map((name, index) => ({
      kind: "funding",
      key: `${source} ${name}`,
      record: {
        company: {
          name,
          domain: `${name.replace(/\W+/g, "-").toLowerCase()}.example`,
          hqCity: this.pick(CITIES),
        },
        ...(this.next() < 0.7 && { amountUsd: 1_000_000 * (1 + Math.floor(this.next() * 3)) }),
        round: "seed",
        announcedAt: `2025-0${1 + (index % 3)}-1${Math.floor(this.next() * 3)}`,
        investors: [{ name: this.pick(INVESTORS) }],
        sources: [{ url: `https://${source}.example/${index}`, outlet: source, title: null }],
      },
    }));
    return { source, lines };
  }

  createConfusableRows(): FileOfRows<ConfusableRow> {
    const lines = Array.from({ length: 1 + Math.floor(this.next() * 4) }, () => this.#createRow());
    return { source: this.pick(SOURCES), lines };
  }

  #createRow(): ConfusableRow {
    const kind = this.pick(["company", "funding", "acquisition"]);
    if (kind === "company") return { kind, key: this.pick(KEYS), record: this.createCompany() };
    const key = this.pick(["1", "2", undefined]);
    const event = {
      announcedAt: `2025-03-0${1 + Math.floor(this.next() * 9)}`,
      // The event that was discovered first stays when two turn out to be one.
      discoveredAt: this.pick(["2025-03-10", "2025-03-12", undefined]),
      amountUsd: this.pick([1_000_000, 1_050_000, undefined]),
    };
    if (kind === "funding")
      return { kind, key, record: { ...event, company: this.createCompany(), investors: [this.pick(INVESTORS)] } };
    const [target, acquirer] = [this.createCompany(), this.createCompany()];
    // The two sides often share a name, such as those of a parent and its subsidiary.
    const name = this.next() < 0.3 ? target.name : acquirer.name;
    return { kind, key, record: { ...event, target, acquirer: { ...acquirer, name } } };
  }

  createCompany(): RandomCompany {
    return {
      id: this.pick(KEYS),
      name: `${this.pick(BEGINNINGS)}${this.pick(ENDS)}`,
      domain: this.pick(DOMAINS),
      hqCity: this.pick([...CITIES, undefined]),
    };
  }

  /** Returns the row as its source may state it later: companies lose their domains or take other names, and the sides of deals change. */
  restate(row: ConfusableRow): ConfusableRow {
    switch (row.kind) {
      case "company":
        return {
          ...row,
          record: this.pick([withoutDomain(row.record), { ...row.record, name: this.createCompany().name }]),
        };
      case "funding":
        return { ...row, record: { ...row.record, company: withoutDomain(row.record.company) } };
      case "acquisition": {
        const { target, acquirer } = row.record;
        const sides = this.pick([
          { target: withoutDomain(target), acquirer },
          { target: { ...target, name: acquirer.name }, acquirer: { ...acquirer, name: target.name } },
          { target: this.createCompany(), acquirer: target },
        ]);
        return { ...row, record: { ...row.record, ...sides } };
      }
    }
  }
}

function withoutDomain(company: RandomCompany): RandomCompany {
  return { ...company, domain: undefined };
}
