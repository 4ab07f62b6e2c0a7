/** A database whose statements are noted, for tests of what is not asked. */
import type pg from "pg";
import type { Pools } from "@/service/store/pools";

interface Pooled {
  readonly pools: Pools;
  readonly pool: pg.Pool;
}

interface Watched<Database> {
  readonly database: Database;
  /** First line of each statement, and `connect` for each transaction, since the last look. */
  statements(): string[];
}

/** The same pools, each telling what it is asked. */
export function watched<Database extends Pooled>(database: Database): Watched<Database> {
  let seen: string[] = [];
  const watch = (pool: pg.Pool): pg.Pool =>
    new Proxy(pool, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (property === "query") seen.push(firstLine(given[0]));
          if (property === "connect") seen.push("connect");
          return Reflect.apply(value, target, given);
        };
      },
    });
  const { pools } = database;
  const watchedPools: Pools = {
    fixed: watch(pools.fixed),
    filtered: watch(pools.filtered),
    totals: watch(pools.totals),
    debits: watch(pools.debits),
    keyed: watch(pools.keyed),
    main: watch(pools.main),
    close: pools.close,
  };
  return {
    database: { ...database, pools: watchedPools, pool: watchedPools.main },
    statements: () => {
      const all = seen;
      seen = [];
      return all;
    },
  };
}

function firstLine(statement: unknown): string {
  const text = typeof statement === "object" && statement !== null && "text" in statement ? statement.text : statement;
  return String(text).trim().split("\n")[0] ?? "";
}
