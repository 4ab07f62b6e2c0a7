/**
 * Some migrations were edited after they were first committed, before their checksums were recorded. This brings a
 * database made by any of their texts to the schema of the present ones. Every statement can be repeated, and those that
 * rewrite or rebuild something do so only where it differs.
 */
export const sql = `
-- 0002 first switched the pending lists of the GIN indexes off, and imports switched them on and off again.
do $$
declare
  index_name text;
begin
  foreach index_name in array array['companies_facets', 'companies_search', 'investors_facets', 'investors_search',
    'funding_events_facets', 'acquisitions_facets', 'exec_moves_facets']
  loop
    if exists (select from pg_class where oid = to_regclass(index_name) and reloptions::text like '%fastupdate%') then
      execute format('alter index %I reset (fastupdate)', index_name);
    end if;
  end loop;
end $$;

-- 0002 gave investors without a country no token for it, unlike everything that writes them. Their records stay the same,
-- so this is no change that readers of the directory have to see.
do $$
begin
  if exists (select from investors where hq_country is null and not facets @> array['c:unknown']) then
    alter table investors disable trigger investors_changed;
    update investors set facets = facets || array['c:unknown'] where hq_country is null and not facets @> array['c:unknown'];
    alter table investors enable trigger investors_changed;
    update feeds set version = version + 1 where feed = 'investors';
  end if;
end $$;

-- 0003 first copied figures onto ranks only when a night made new ones.
drop trigger if exists company_ranks_figures on company_ranks;
drop function if exists rank_with_figures();
create or replace function copy_figures() returns trigger language plpgsql as $$
begin
  update company_ranks r
    set raised_last_12m_usd_cents = f.raised_last_12m_usd_cents, known_people = f.known_people, has_founder = f.has_founder
    from company_figures f
    where f.company_id = r.company_id and r.company_id in (select company_id from changed)
      and (r.raised_last_12m_usd_cents, r.known_people, r.has_founder)
        <> (f.raised_last_12m_usd_cents, f.known_people, f.has_founder);
  return null;
end $$;
create or replace trigger company_ranks_added after insert on company_ranks referencing new table as changed
  for each statement execute function copy_figures();
create or replace trigger company_figures_changed after update on company_figures referencing new table as changed
  for each statement execute function copy_figures();
update company_ranks r
  set raised_last_12m_usd_cents = f.raised_last_12m_usd_cents, known_people = f.known_people, has_founder = f.has_founder
  from company_figures f
  where f.company_id = r.company_id
    and (r.raised_last_12m_usd_cents, r.known_people, r.has_founder)
      <> (f.raised_last_12m_usd_cents, f.known_people, f.has_founder);

-- 0003 had no columns for searches of two letters between characters beyond ASCII.
alter table companies add column if not exists search_alone boolean
  generated always as (search_text ~ '[^\\x01-\\x7f][a-z0-9]{2}([^\\x01-\\x7f]|$)') stored;
create index if not exists companies_search_alone on companies (id) where search_alone;
alter table investors add column if not exists search_alone boolean
  generated always as (search_text ~ '[^\\x01-\\x7f][a-z0-9]{2}([^\\x01-\\x7f]|$)') stored;
create index if not exists investors_search_alone on investors (id) where search_alone;

-- 0006 had other indexes of invitations.
do $$
begin
  if not exists (select from pg_index where indexrelid = to_regclass('invitations_workspace') and indpred is not null) then
    drop index if exists invitations_workspace;
    create index invitations_workspace on invitations (workspace_id) where ended_at is null;
  end if;
end $$;
create index if not exists invitations_sent on invitations (invited_by, created_at);

-- 0006 first gave the workspaces that were there no key for the dashboard. One that was revoked stays revoked.
insert into api_keys (id, workspace_id, name, prefix, dashboard, created_at)
  select gen_random_uuid(), w.id, 'Dashboard', '', true, now() from workspaces w
  where not exists (select from api_keys k where k.workspace_id = w.id and k.dashboard);
`;
