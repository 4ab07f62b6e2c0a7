/** A database whose statements are recorded, for tests that expect no query. */
import type pg from "pg";
import type { Pools } from "@/service/store/pools/pools";

interface Pooled {
  readonly pools: Pools;
  readonly pool: pg.Pool;
}

interface Watched<Database> {
  readonly database: Database;
  /** First line of each statement since the last look. */
  statements(): string[];
  /** Connections of `main` that were in use at once, and statements that had to wait for one of any pool, since the last look. */
  connections(): { most: number; waits: number };
}

/** Returns the same pools, which record their statements. */
export function watched<Database extends Pooled>(database: Database): Watched<Database> {
  let recorded: string[] = [];
  let connections = { most: 0, waits: 0 };
  /** Before a statement takes the connection that it needs. */
  function recordUsage(pool: pg.Pool | pg.PoolClient): void {
    if (!("idleCount" in pool)) return;
    const inUse = pool.totalCount - pool.idleCount;
    if (inUse >= pool.options.max) connections.waits += 1;
    if (pool === database.pools.main) connections.most = Math.max(connections.most, inUse + 1);
  }

  const watch = <Queryable extends pg.Pool | pg.PoolClient>(queryable: Queryable): Queryable =>
    new Proxy(queryable, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (property === "query") recorded.push(firstLine(args[0]));
          if (property === "query" || property === "connect") recordUsage(target);
          const result = Reflect.apply(value, target, args);
          return property === "connect" ? result.then(watch) : result;
        };
      },
    });
  const { pools } = database;
  const reading = { fixed: watch(pools.fixed), filtered: watch(pools.filtered), totals: watch(pools.totals) };
  const watchedPools: Pools = {
    ...reading,
    primary: reading,
    debits: watch(pools.debits),
    keyed: watch(pools.keyed),
    main: watch(pools.main),
    sessions: watch(pools.sessions),
    probe: pools.probe,
    jobs: watch(pools.jobs),
    replica: pools.replica,
    all: pools.all,
    close: pools.close,
  };
  return {
    database: { ...database, pools: watchedPools, pool: watchedPools.jobs },
    statements: () => {
      const all = recorded;
      recorded = [];
      return all;
    },
    connections: () => {
      const all = connections;
      connections = { most: 0, waits: 0 };
      return all;
    },
  };
}

function firstLine(statement: unknown): string {
  const text = typeof statement === "object" && statement !== null && "text" in statement ? statement.text : statement;
  return String(text).trim().split("\n")[0] ?? "";
}
