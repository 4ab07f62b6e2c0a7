/** Creates the measured dashboard's database. A large one takes minutes to fill, so it can be kept. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { refreshMetrics } from "@/service/metrics/refresh";
import { fillMarket } from "../harness/feed-data";
import { BENCH_SECRET } from "../harness/programs";
import type { Installation } from "../harness/run-bench";
import { openWorkspace } from "../harness/workspaces";

interface Data {
  readonly url: string;
  /** The session's cookie is `name=value`; its workspace has credits that no run can exhaust. */
  readonly cookie: string;
  readonly company: string;
}

/** Opens a market of this many rounds: the one that is kept in the folder, or a new one where none of that size is. */
export async function openData(
  { openDatabase }: Installation,
  events: number,
  folder: string | undefined,
): Promise<Data> {
  const noteFile = folder === undefined ? undefined : path.join(folder, "bench-web.json");
  const note = noteFile === undefined ? undefined : readNote(noteFile);
  const isKept = note?.events === events;
  const { url, pools } = await openDatabase("bench_web", isKept);
  const { main, jobs } = pools;
  let workspaceId = note?.workspaceId;
  if (isKept && workspaceId !== undefined) {
    // A kept database may lack a current ranking snapshot.
    await refreshMetrics(jobs, new Date());
  } else {
    if (noteFile !== undefined) rmSync(noteFile, { force: true });
    await fillMarket(jobs, events);
    workspaceId = await openWorkspace(jobs, "bench web");
    if (noteFile !== undefined) writeFileSync(noteFile, JSON.stringify({ events, workspaceId }), { mode: 0o600 });
  }
  const { cookie } = await createSignedInPerson(main, BENCH_SECRET, workspaceId, "owner", "Bench");
  const { rows } = await main.query<{ id: string }>("select id from companies order by id limit 1");
  const [company] = rows;
  if (company === undefined) throw new Error("The market has no company.");
  return { url, cookie, company: company.id };
}

function readNote(file: string): { readonly events: number; readonly workspaceId: string } | undefined {
  try {
    const { events, workspaceId } = JSON.parse(readFileSync(file, "utf8"));
    return typeof events === "number" && typeof workspaceId === "string" ? { events, workspaceId } : undefined;
  } catch {
    return undefined;
  }
}
