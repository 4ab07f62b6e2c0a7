/** Creates what companies, investors and events of several sources are matched by, and what was decided about them. */
export const sql = `
-- The letters of a name without legal form, accents and spaces, as service/ingest/resolve reads them.
alter table companies add column name_key text collate "C";
-- Those of the first part of a company's name that stands alone, as in "Lumo by Brightly"; most names have none.
alter table companies add column name_part text collate "C";
alter table investors add column name_key text collate "C";

-- Names stored before are read approximately until their record changes. The triggers of these tables publish changes of
-- records, and this is none.
alter table companies disable trigger user;
update companies set name_key = regexp_replace(company_name_key(name), '[^a-z0-9]+', '', 'g');
alter table companies enable trigger user;
alter table investors disable trigger user;
update investors set name_key = regexp_replace(company_name_key(name), '[^a-z0-9]+', '', 'g');
alter table investors enable trigger user;
create index companies_named on companies (name_key);
create index companies_named_in_part on companies (name_part) where name_part is not null;
create index investors_named on investors (name_key);

-- Holds each decision that what a source calls by a key is the record, or is another: by a rule when it was imported, or by a
-- person. A record that was joined only by its own key or domain has none.
create sequence judgement_numbers as integer;
create table judgements (
  id integer primary key default nextval('judgement_numbers'),
  kind text not null,
  record_id uuid not null,
  source text not null,
  key text not null,
  verdict text not null check (verdict in ('same', 'different')),
  rule text not null,
  -- The likelihood by names alone, from 0 to 1, and what it was made of.
  score real,
  features jsonb,
  -- Absent when a person decided.
  import_id integer,
  at timestamptz(3) not null
);
create index judgements_record on judgements (record_id);
create index judgements_key on judgements (kind, source, key);
create index judgements_different on judgements (source) where verdict = 'different';

-- On these hosts many companies have pages, so none is identified by them.
create table shared_hosts (
  host text primary key,
  import_id integer not null,
  found_at timestamptz(3) not null
);
`;
