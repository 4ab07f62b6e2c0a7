/** Lets two records that are one be merged, and lists pairs of which a person has to decide it. */
export const sql = `
-- A merge that a person decided is an import whose only change is that two records become one: it is listed and undone as one.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('file', 'retraction', 'merge')) not valid;
create table merges (
  import_id integer primary key,
  kind text not null,
  from_id uuid not null,
  into_id uuid not null
);

-- Names the record that each merged one became part of, by a person's merge or by an import, with the keys that it had and,
-- of a company, the stars: an undo gives them back.
create table merged_records (
  id uuid primary key,
  kind text not null,
  into_id uuid not null,
  import_id integer not null,
  keys jsonb not null,
  watches jsonb
);
create index merged_records_into on merged_records (into_id);
create index merged_records_import on merged_records (import_id);

-- Returns the record that this one is today: itself, unless it was merged.
create function current_record(record uuid) returns uuid language plpgsql stable as $$
declare
  next uuid;
begin
  loop
    select into_id into next from merged_records where id = record;
    if next is null then
      return record;
    end if;
    record := next;
  end loop;
end $$;

-- Pairs that may be one record. The left one has the smaller id.
create sequence possible_duplicate_numbers as integer;
create table possible_duplicates (
  id integer primary key default nextval('possible_duplicate_numbers'),
  kind text not null,
  left_id uuid not null,
  right_id uuid not null,
  rule text not null,
  -- The likelihood by names alone, from 0 to 1, and what it was made of.
  score real not null,
  features jsonb not null,
  import_id integer not null,
  at timestamptz(3) not null,
  verdict text check (verdict in ('same', 'different', 'later')),
  decided_at timestamptz(3),
  decided_by uuid references users on delete set null,
  -- The import that the merge of the two is.
  merge_id integer,
  unique (left_id, right_id)
);
create index possible_duplicates_open on possible_duplicates (score desc, id) where verdict is null;
create index possible_duplicates_import on possible_duplicates (import_id);
`;
