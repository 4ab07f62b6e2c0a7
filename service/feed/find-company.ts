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
  name: `select coalesce(
    (select c.id from companies c where company_name_key(c.name) = company_name_key($1) ${MOST_PROMINENT}),
    (select c.id from company_former_names f join companies c on c.id = f.company_id
      where company_name_key(f.name) = company_name_key($1) ${MOST_PROMINENT})) as id`,
  socialUrl: `select c.id from companies c
    where social_key(c.social_handle) = social_key($1) or social_key(c.social_url) = social_key($1) ${MOST_PROMINENT}`,
};

/** Returns the company's id; undefined when there is none. */
export async function findCompany(pool: pg.Pool, by: Selector["param"], value: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string | null }>({ name: `company-by-${by}`, text: BY[by], values: [value] });
  return rows[0]?.id ?? undefined;
}
