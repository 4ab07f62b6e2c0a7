/** Defines the connections of the pools. */
import { randomBytes } from "node:crypto";
import type { Attributes } from "@opentelemetry/api";
import pg from "pg";
import { isMeasured, startPart } from "@/lib/monitoring/phases";

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

  override query(...parameters: unknown[]) {
    if (!isMeasured()) return Reflect.apply(super.query, this, parameters);
    const [statement] = parameters;
    const callback = parameters.at(-1);
    const end = startPart({ phase: "statement", ...describeStatement(statement) });
    if (typeof callback === "function")
      parameters.splice(-1, 1, (error: Error | undefined, ...results: unknown[]) => {
        end(error);
        callback(error, ...results);
      });
    const result = Reflect.apply(super.query, this, parameters);
    if (result instanceof Promise) result.then(() => end(), end);
    return result;
  }
}

/** A text is exported only where its values are apart from it. */
function describeStatement(statement: unknown): { readonly name: string; readonly attributes: Attributes } {
  const system = { "db.system.name": "postgresql" };
  if (typeof statement !== "object" || statement === null) return { name: firstWord(statement), attributes: system };
  const { name, text, values } = { name: undefined, text: undefined, values: undefined, ...statement };
  const query = values === undefined ? {} : { "db.query.text": String(text) };
  return { name: typeof name === "string" ? name : firstWord(text), attributes: { ...system, ...query } };
}

function firstWord(text: unknown): string {
  return /[a-z]+/i.exec(typeof text === "string" ? text : "")?.[0].toUpperCase() ?? "statement";
}

/** This connection prepares nothing: behind a pooler the next transaction may be on a connection that does not know the statement. */
export class UnpreparedClient extends NamedClient {
  override query(statement?: unknown, ...rest: unknown[]) {
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
