/** Lets members report purchased records, and operators refund them. */
export const sql = `
-- Says which purchased records the members of a workspace call wrong or duplicates, and what an operator decided. There is no
-- reference to the record, which may be withdrawn while the report is open.
create table record_reports (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Null once the person is deleted.
  person_id uuid references users on delete set null,
  -- Table of the record, as in purchased_records.
  kind text collate "C" not null,
  record_id uuid not null,
  -- Names the record as it was when it was reported.
  title text not null,
  reason text not null check (reason in ('wrong', 'duplicate')),
  duplicate_of uuid check (duplicate_of <> record_id),
  note text not null,
  -- The ledger entry by which the workspace paid for the record. Null means that the record was free.
  charge_id uuid,
  at timestamptz(3) not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  decided_by uuid references users on delete set null,
  decided_at timestamptz(3),
  decision_note text not null default '',
  -- The ledger entry that gave the credit back.
  refund_id uuid unique,
  check ((status = 'open') = (decided_at is null)),
  check (refund_id is null or (status = 'accepted' and charge_id is not null))
);
create unique index record_reports_open_once on record_reports (workspace_id, kind, record_id) where status = 'open';
-- What was paid for a record is refunded once, however often it is reported.
create unique index record_reports_refunded_once on record_reports (charge_id, kind, record_id) where refund_id is not null;
create index record_reports_workspace on record_reports (workspace_id, id);
create index record_reports_open on record_reports (id) where status = 'open';
-- A record is erased with the words of its reports.
create index record_reports_record on record_reports (record_id);
`;
