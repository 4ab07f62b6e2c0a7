/**
 * Finds hosts on which many companies have their pages, such as an event's or a directory's, by their unlike names: such a
 * host identifies no company. Well-known ones are read as such before (`values/links.ts`).
 */
import type pg from "pg";
import { readCompanyName } from "../../resolve/names/company-name";
import { judge } from "../../resolve/score";
import { type CompanyStatement, listCompanies, type Statement } from "../../statement";
import { distinct } from "../keys";
import type { Run } from "../update";

/** A company renames itself once or twice, so this many unlike names are several companies. */
const UNLIKE_NAMES = 3;

/** Returns the rows without the domains that are shared, and remembers those that are new. */
export async function withoutSharedHosts<Row extends { readonly statement: Statement }>(
  run: Run,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const names = new Map<string, Set<string>>(
    rows.flatMap(({ statement }) =>
      listCompanies(statement).flatMap(({ domain }) => (domain === null ? [] : [[domain, new Set<string>()] as const])),
    ),
  );
  for (const { statement } of rows)
    for (const { domain, name } of listCompanies(statement)) if (name !== null) names.get(domain ?? "")?.add(name);
  const shared = await loadSharedHosts(run.client, [...names.keys()]);
  const doubtful = [...names.keys()].filter((domain) => !shared.has(domain) && (names.get(domain)?.size ?? 0) > 1);
  for (const [domain, name] of await loadNames(run, doubtful)) names.get(domain)?.add(name);
  const found = doubtful.filter((domain) => hasUnlikeNames(names.get(domain) ?? []));
  await remember(run, found);
  const all = new Set([...shared, ...found]);
  if (all.size === 0) return rows;
  return rows.map((row) => ({ ...row, statement: withoutDomains(row.statement, all) }));
}

function hasUnlikeNames(names: Iterable<string>): boolean {
  const unlike: ReturnType<typeof readCompanyName>[] = [];
  for (const text of names) {
    const name = readCompanyName(text);
    const isLike = unlike.some((one) => {
      const { outcome, isShortForm } = judge(one, name);
      return outcome !== "different" || isShortForm;
    });
    if (!isLike) unlike.push(name);
    if (unlike.length >= UNLIKE_NAMES) return true;
  }
  return false;
}

export async function loadSharedHosts(client: pg.ClientBase, domains: readonly string[]): Promise<ReadonlySet<string>> {
  if (domains.length === 0) return new Set([]);
  const { rows } = await client.query<{ host: string }>("select host from shared_hosts where host = any($1::text[])", [
    domains,
  ]);
  return new Set(rows.map((row) => row.host));
}

async function loadNames({ client }: Run, domains: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  if (domains.length === 0) return [];
  const { rows } = await client.query<{ domain: string; name: string }>(
    `select d.domain, c.name from company_domains d join companies c on c.id = d.company_id
     where d.domain = any($1::text[])`,
    [domains],
  );
  return rows.map(({ domain, name }) => [domain, name] as const);
}

async function remember({ client, importId, now }: Run, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return;
  await client.query(
    `insert into shared_hosts (host, import_id, found_at) select host, $2, $3 from unnest($1::text[]) as found(host)
     on conflict do nothing`,
    [distinct(hosts), importId, now],
  );
}

function withoutDomains(statement: Statement, shared: ReadonlySet<string>): Statement {
  const cut = <C extends CompanyStatement | null>(company: C): C =>
    company !== null && company.domain !== null && shared.has(company.domain) ? { ...company, domain: null } : company;
  switch (statement.kind) {
    case "company":
    case "funding":
      return { ...statement, company: cut(statement.company) };
    case "acquisition":
      return { ...statement, target: cut(statement.target), acquirer: cut(statement.acquirer) };
    case "exec_move":
      return { ...statement, company: cut(statement.company), fromCompany: cut(statement.fromCompany) };
    case "investor":
      return statement;
  }
}
