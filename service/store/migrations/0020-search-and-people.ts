/**
 * What a search is indexed under beside trigrams, in any locale: short words, and letters beyond ASCII, for which trigrams
 * scanned every row in a database of locale C. And known people and founders that follow each move immediately.
 */

/** These match `lib/contract/search-text.ts`. */
const SPACED =
  "\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u037f-\\u0386\\u0388-\\u0588\\u058a-\\u05bd" +
  "\\u05bf-\\u060b\\u060d-\\u061a\\u061c-\\u061e\\u0620-\\u06d3\\u06d5-\\u0963\\u0966-\\u0dff\\u0f00-\\u0fff" +
  "\\u10a0-\\u10ff\\u1200-\\u177f\\u1800-\\u1fff\\u2c00-\\u2dff\\ufb00-\\ufdff\\ufe70-\\ufefc\\uff10-\\uff19" +
  "\\uff21-\\uff3a\\uff41-\\uff5a\\U00010000-\\U0001efff";
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3031-\\u3035\\u3041-\\u309f" +
  "\\u30a1-\\u30fa\\u30fc-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc" +
  "\\U00020000-\\U0003ffff";

const partsOf = (letters: string, length: number) => `
    union
    select '*' || substr(run[1], at, ${length}) from regexp_matches(folded, '[${letters}]+', 'g') run,
      generate_series(1, length(run[1]) - ${length - 1}) at`;

/** A change of type computes the terms while it rewrites the table; an update would fire the triggers of changes. */
const searchOf = (table: string) => `
drop index ${table}_name_start;
alter table ${table} drop column search_alone;
alter table ${table} add column search_terms text;
alter table ${table} alter column search_terms type text[] using terms_of(search_text);
alter table ${table} alter column search_terms set default '{}', alter column search_terms set not null;
create index ${table}_search_terms on ${table} using gin (search_terms);`;

export const sql = `
create function terms_of(folded text) returns text[] language plpgsql immutable as $$
begin
  return array(
    select word[1] from regexp_matches(folded, '[a-z0-9${SPACED}]+', 'g') word where length(word[1]) <= 2
${[partsOf(SPACED, 3), partsOf(UNSPACED, 1), partsOf(UNSPACED, 2)].join("")});
end $$;
${["companies", "investors"].map(searchOf).join("")}
drop function terms_of(text);

-- The figures of people of these companies as of now. The directory's row of feeds is locked first, as a night does it,
-- which otherwise could write what it counted before.
create function count_people(companies uuid[]) returns void language plpgsql as $$
declare
  counted uuid[];
begin
  if companies is null then
    return;
  end if;
  perform from feeds where feed = 'companies' for update;
  with last_moves as (
    select distinct on (m.person_id, side.company_id) side.company_id, side.stays, side.founder
    from exec_moves m cross join lateral (
      values (m.company_id, m.move_type <> 'departure', m.role_seniority is not distinct from 'founder'),
        (case when m.from_company_id is distinct from m.company_id then m.from_company_id end, false, false)
    ) as side (company_id, stays, founder)
    where (m.company_id = any(companies) or m.from_company_id = any(companies))
      and side.company_id = any(companies) and m.announced_at <= now()
    order by m.person_id, side.company_id, m.announced_at desc, m.id desc
  ), people as (
    select company_id, count(*)::integer as known, bool_or(founder) as founder from last_moves where stays group by company_id
  ), updated as (
    update company_figures f set known_people = coalesce(p.known, 0), has_founder = coalesce(p.founder, false)
    from unnest(companies) c (id) left join people p on p.company_id = c.id
    where f.company_id = c.id and (f.known_people, f.has_founder) <> (coalesce(p.known, 0), coalesce(p.founder, false))
    returning f.company_id
  )
  select array_agg(company_id) into counted from updated;
  if counted is not null then
    update feeds set version = version + 1 where feed = 'companies';
    insert into feed_changes (feed, version, id)
      select feed, version, id from feeds, unnest(counted) id where feed = 'companies' on conflict do nothing;
  end if;
end $$;

create function count_people_of_moves() returns trigger language plpgsql as $$
begin
  perform count_people(array_agg(distinct id)) from (
    select company_id as id from changed union select from_company_id from changed) side where id is not null;
  return null;
end $$;
create function count_people_of_changed_moves() returns trigger language plpgsql as $$
begin
  perform count_people(array_agg(distinct side.id)) from replaced join changed using (id), lateral (
    values (replaced.company_id), (replaced.from_company_id), (changed.company_id), (changed.from_company_id)) side (id)
    where side.id is not null
      and (replaced.person_id, replaced.company_id, replaced.from_company_id, replaced.move_type, replaced.role_seniority,
        replaced.announced_at) is distinct from (changed.person_id, changed.company_id, changed.from_company_id,
        changed.move_type, changed.role_seniority, changed.announced_at);
  return null;
end $$;
create trigger exec_moves_people_added after insert on exec_moves referencing new table as changed
  for each statement execute function count_people_of_moves();
create trigger exec_moves_people_removed after delete on exec_moves referencing old table as changed
  for each statement execute function count_people_of_moves();
create trigger exec_moves_people_changed after update on exec_moves referencing old table as replaced new table as changed
  for each statement execute function count_people_of_changed_moves();
`;
