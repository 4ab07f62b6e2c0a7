/** The connections of the pools. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** PostgreSQL cuts longer names (bytes). */
const LONGEST_NAME = 63;

/** A connection has a unique name in pg_stat_activity, also behind a pooler, so that its work can be found and ended after it was lost. */
export class NamedClient extends pg.Client {
  readonly sessionName: string;

  constructor({ connectionString = "", application_name: name = "dealflow", ...config }: pg.ClientConfig = {}) {
    const url = new URL(connectionString);
    const suffix = ` ${randomBytes(6).toString("hex")}`;
    const given = url.searchParams.get("application_name") ?? name;
    const sessionName = `${given.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
    // The driver prefers the name in the address.
    url.searchParams.set("application_name", sessionName);
    super({ ...config, connectionString: url.href });
    this.sessionName = sessionName;
  }
}

/** This connection prepares nothing: behind a pooler the next transaction may be on a connection that does not know the statement. */
export class UnpreparedClient extends NamedClient {
  override query(statement: unknown, ...rest: unknown[]) {
    return Reflect.apply(super.query, this, [withoutName(statement), ...rest]);
  }
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === "object" && statement !== null && "name" in statement;
  // A query that the pool itself made has methods.
  return isNamed && Object.getPrototypeOf(statement) === Object.prototype
    ? { ...statement, name: undefined }
    : statement;
}
