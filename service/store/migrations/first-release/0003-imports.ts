/** Creates the tables of imports: what each source reported, and what each import did to which record. */
export const sql = `
create sequence import_numbers as integer;
create table imports (
  id integer primary key default nextval('import_numbers'),
  source text not null,
  file text not null,
  -- The SHA-256 of the file's bytes; an interrupted import of the same bytes and settings is continued.
  digest bytea,
  -- How rows are read: the formats of dates and numbers, the digest of the map, whether a value left out refuses its row.
  settings jsonb not null,
  started_at timestamptz(3) not null,
  -- Absent while an import runs, and after it was interrupted.
  ended_at timestamptz(3),
  counts jsonb not null default '{}',
  undone_at timestamptz(3)
);
create index imports_digest on imports (source, digest) where undone_at is null;

-- Holds what a source said, row by row, as it came. Records are derived from these. There are no foreign keys in these two
-- tables: checking them for each row would slow imports down, and imports are never deleted.
create table import_reports (
  import_id integer not null,
  line integer not null,
  report text not null,
  primary key (import_id, line)
);

-- Says which records an import named: added by it, changed by it from what they were before, or only named.
create table import_records (
  record_id uuid not null,
  import_id integer not null,
  kind text not null,
  line integer not null,
  effect text not null check (effect in ('added', 'changed', 'named')),
  before text,
  primary key (record_id, import_id)
);
-- Rows are only ever added in the order of imports, so a few entries find those of one.
create index import_records_import on import_records using brin (import_id) with (pages_per_range = 16, autosummarize = on);

-- What an import added to records that were there before it goes when it is undone.
alter table external_keys add column import_id integer;
alter table company_domains add column import_id integer;
alter table company_former_names add column import_id integer;
create index company_former_names_key on company_former_names (company_name_key(name));

-- An undo puts back the instants that its records had. A reader who keeps a cursor reads them no second time, as it does not
-- hear of removed records either: it has to begin again.
create or replace function note_entities(added bigint, earliest timestamptz, latest timestamptz, name text) returns void language plpgsql as $$
declare
  before feeds;
begin
  select * into before from feeds where feed = name for update;
  if before.total > 0 and earliest < before.changed_at and current_setting('dealflow.undo', true) is distinct from 'on' then
    raise exception 'a change of % at % is earlier than the latest one, at %', name, earliest, before.changed_at;
  end if;
  update feeds set total = total + added, version = version + 1, changed_at = greatest(changed_at, latest) where feed = name;
end $$;
`;
