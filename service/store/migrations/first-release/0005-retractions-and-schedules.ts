/** Lets operators withdraw and erase records, and import on a schedule. */
export const sql = `
-- A retraction is an import whose only change is the removal of a record: it is listed and undone as one.
alter table imports add column kind text not null default 'file' check (kind in ('file', 'retraction'));
alter table import_records drop constraint import_records_effect_check;
-- The rows that are there satisfied a narrower check, and reading them all would keep imports waiting.
alter table import_records add constraint import_records_effect_check
  check (effect in ('added', 'changed', 'named', 'removed')) not valid;

-- Says what was withdrawn and why. Imports that state such a record list it instead of bringing it back, until the
-- retraction is undone.
create table retractions (
  import_id integer primary key,
  kind text not null,
  record_id uuid not null,
  reason text not null,
  -- The record as it was, because its date and its domain identify it too.
  record text not null
);
create index retractions_record on retractions (record_id);

-- What was erased on request: keyed hashes of what identified it, so that imports do not bring it back. Nothing here says
-- who or what it was.
create table erasures (
  id uuid primary key,
  kind text not null,
  erased_at timestamptz(3) not null,
  reason text not null,
  identities bytea[] not null
);
create index erasures_identities on erasures using gin (identities);

-- Reports are append-only, except for what is erased.
create function refuse_report_change() returns trigger language plpgsql as $$
begin
  if current_setting('dealflow.erase', true) is distinct from 'on' then
    raise exception 'the reports of imports are append-only';
  end if;
  return null;
end $$;
create trigger import_reports_append_only before update or delete on import_reports
  for each statement execute function refuse_report_change();

create sequence import_schedule_numbers as integer;
create table import_schedules (
  id integer primary key default nextval('import_schedule_numbers'),
  -- An HTTPS address, or a folder on the machine of the service.
  address text not null,
  every_seconds integer not null check (every_seconds >= 60),
  options jsonb not null,
  paused boolean not null default false,
  created_at timestamptz(3) not null,
  next_run_at timestamptz(3) not null,
  -- Another process may run it after this time.
  lease_id uuid,
  leased_until timestamptz(3),
  -- How often it failed since it last succeeded.
  failures integer not null default 0,
  -- What the address answered last, for conditional requests.
  etag text,
  last_modified text,
  last_run jsonb
);
-- The files of a schedule that were imported.
create table import_schedule_files (
  schedule_id integer not null references import_schedules on delete cascade,
  digest bytea not null,
  primary key (schedule_id, digest)
);
`;
