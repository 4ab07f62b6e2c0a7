/** Lets imports find a company by every name that a source states of it, not only by the one that is shown. */
export const sql = `
-- Has the letters of the names that sources state besides the one of the record. A name goes with the import that stated it.
create table company_names (
  company_id uuid not null,
  name_key text not null,
  name text not null,
  import_id integer not null,
  primary key (company_id, name_key)
);
create index company_names_key on company_names (name_key, company_id);
create index company_names_import on company_names (import_id);

create index if not exists possible_duplicates_right on possible_duplicates (right_id) where verdict is null;

-- Events of which it is open which of several companies with one name they mean are few.
create index if not exists funding_events_open on funding_events (announced_at desc) where company_id is null;
create index if not exists acquisitions_open on acquisitions (announced_at desc) where target_id is null;
create index if not exists exec_moves_open on exec_moves (announced_at desc) where company_id is null;
`;
