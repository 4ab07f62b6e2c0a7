/** Connects to a PostgreSQL of the cluster, or to one that was restored from it. */
import pg from "pg";

/** Runs the work with a connection that is not pooled. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "cluster" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
