import type { Selector } from "@dealflow/contract/timeline";
import type pg from "pg";

/** The most prominent one is taken of several companies with one name, or profiles. */
const MOST_PROMINENT = `order by (
  select rank from company_ranks k where k.company_id = c.id order by generation desc limit 1
) limit 1`;

const BY: Readonly<Record<Selector["param"], string>> = {
  // The id of a company that was merged into another one finds that one.
  id: "select id from companies where id = (select current_record($1::uuid))",
  // A domain belongs to one company, now or formerly.
  domain: "select company_id as id from company_domains where domain = $1",
  // A former name finds a company unless another one has it now.
  name: `select coalesce(named.id, renamed.id) as id, renamed.name as "formerName"
    from (select) one
    left join lateral (
      select c.id from companies c where company_name_key(c.name) = company_name_key($1) ${MOST_PROMINENT}) named on true
    left join lateral (
      select c.id, f.name from company_former_names f join companies c on c.id = f.company_id
      where company_name_key(f.name) = company_name_key($1) ${MOST_PROMINENT}) renamed on named.id is null`,
  socialUrl: `select c.id from companies c
    where (social_key(c.social_handle) = social_key($1) or social_key(c.social_url) = social_key($1))
      and coalesce(substring(lower(c.social_url) from '${String.raw`^(?:https?://)?(?:[^/]*\.)?([^/.]+\.[^/.:?#]+)`}') = $2, true)
    ${MOST_PROMINENT}`,
};

const ADDRESS = /^(?:https?:\/\/)?(?:[^/\s]*\.)?([^/.\s]+\.[a-z]{2,})(?::\d+)?\/([^?#]*)/i;
/** The address of a company's profile has its handle behind one of these, or alone. */
const OF_COMPANIES: ReadonlySet<string> = new Set(["company", "school", "showcase"]);

/**
 * Returns the handle and the host of a profile, the host without subdomains; undefined for addresses of anything else, such as
 * a person's profile. A bare handle has no host.
 */
function readProfile(text: string): readonly [handle: string, host: string | null] | undefined {
  const [, host, path = ""] = ADDRESS.exec(text.trim()) ?? [];
  if (host === undefined) return [text, null];
  const [first = "", second] = path.split("/");
  const handle = second === undefined || second === "" ? first : OF_COMPANIES.has(first.toLowerCase()) ? second : "";
  return handle === "" ? undefined : [handle, host.toLowerCase()];
}

/** Returns undefined when there is no such company, and the former name by which it was found, if it was by one. */
export async function findCompany(pool: pg.Pool, by: Selector["param"], value: string) {
  const values = by === "socialUrl" ? readProfile(value) : [value.normalize("NFC")];
  if (values === undefined) return undefined;
  const { rows } = await pool.query<{ id: string | null; formerName?: string | null }>({
    name: `company-by-${by}`,
    text: BY[by],
    values: [...values],
  });
  const { id, formerName } = rows[0] ?? { id: null };
  return id === null ? undefined : { id, ...(formerName && { formerName }) };
}

/** Returns the ids that the companies have now: one that was merged into another has the id of that one. */
export async function readCurrentIds(pool: pg.Pool, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>({
    name: "current-ids",
    text: "select current_record(id) as id from unnest($1::uuid[]) with ordinality as given (id, place) order by place",
    values: [ids],
  });
  return rows.map(({ id }) => id);
}
