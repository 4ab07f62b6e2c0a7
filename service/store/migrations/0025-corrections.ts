/** Lets operators correct events. */
export const sql = `
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('file', 'retraction', 'merge', 'order', 'correction')) not valid;

-- A correction is an import with one report, which states the event as a person knows it to be. Of that report only the parts
-- count that the person corrected; later imports leave them as they are until the correction is undone.
create table corrections (
  import_id integer primary key,
  kind text not null,
  record_id uuid not null,
  parts text[] not null,
  reason text not null
);
create index corrections_record on corrections (record_id);
`;
