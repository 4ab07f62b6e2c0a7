/**
 * The records that a workspace has purchased in the dashboard, so that each is charged once, and what it got for free because of
 * them.
 */
export const sql = `
-- No foreign keys, as in the ledger: the row is written by the statement that locks the workspace. A record that is
-- deleted leaves its row behind, which then matches nothing.
create table purchased_records (
  workspace_id uuid not null,
  -- Table of the record, as in feeds.
  kind text collate "C" not null,
  record_id uuid not null,
  ledger_id uuid not null,
  at timestamptz(3) not null,
  primary key (workspace_id, kind, record_id)
);

-- Records that were delivered without a charge because the workspace had purchased them, by day of UTC, person and view.
create table free_deliveries (
  workspace_id uuid not null,
  day date not null,
  person_id uuid not null,
  -- Address of the page; empty without one.
  view text not null,
  records bigint not null,
  requests bigint not null,
  primary key (workspace_id, day, person_id, view)
);

create function delete_purchases() returns trigger language plpgsql as $$
begin
  delete from purchased_records where workspace_id = old.id;
  delete from free_deliveries where workspace_id = old.id;
  return null;
end $$;
create trigger workspaces_purchases after delete on workspaces for each row execute function delete_purchases();

-- Records delivered by the charge, including those purchased before; null: as many as credits.
alter table ledger add column records integer check (records >= -delta);

-- Which of these records, by their place from 1, the workspace has not purchased since that instant. Volatile, because its
-- query must see what other charges committed while the caller waited for the lock of the workspace; a scalar subquery,
-- because a join could read every purchase of the workspace. Null ids are skipped. Purchases that no longer count are
-- deleted here, so that the charge inserts its own without looking for conflicts, which costs a quarter of it.
create function unpaid_positions(workspace uuid, kinds text[], ids uuid[], since timestamptz) returns integer[]
language plpgsql volatile set enable_seqscan = off as $$
begin
  if since is not null then
    delete from purchased_records p using unnest(kinds, ids) as item (kind, id)
    where p.workspace_id = workspace and p.kind = item.kind and p.record_id = item.id and p.at <= since;
  end if;
  return array(
    select item.position::int from unnest(kinds, ids) with ordinality as item (kind, id, position)
    where item.id is not null and (
      select p.at from purchased_records p
      where p.workspace_id = workspace and p.kind = item.kind and p.record_id = item.id
    ) is null
    order by item.position
  );
end $$;
`;
