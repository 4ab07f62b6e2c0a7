/** Numbers the ledger of each workspace, so that of two balances everybody can tell which is the newer one. */
export const sql = `
-- Of the workspace's latest entry, beside the balance that it left; 0: no entry yet.
alter table workspaces add column ledger_sequence bigint not null default 0;
-- 1, 2, 3 … within a workspace. Not unique by an index: the statement that writes an entry holds the workspace's lock.
alter table ledger add column sequence bigint;

alter table ledger disable trigger ledger_append_only;
update ledger l set sequence = numbered.sequence
from (select id, row_number() over (partition by workspace_id order by at, id) as sequence from ledger) numbered
where numbered.id = l.id;
alter table ledger enable trigger ledger_append_only;
alter table ledger alter column sequence set not null;

update workspaces w set ledger_sequence = latest.sequence
from (select workspace_id, max(sequence) as sequence from ledger group by workspace_id) latest
where latest.workspace_id = w.id;
`;
