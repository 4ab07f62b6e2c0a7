/** Partitions the ledger by month. */
import { partitionByMonth, prepareMonths } from "./month-partitions";

export const prepare = prepareMonths("ledger");

export const sql = `${partitionByMonth("ledger", {
  indexes: {
    ledger_workspace: "(workspace_id, id)",
    ledger_person: "(workspace_id, id) where person_id is not null",
    ledger_connection: "(connection_id, id) where connection_id is not null",
    ledger_grants: "(workspace_id, id) where delta > 0",
  },
})}
-- Partitions have a trigger of rows as well, so it holds for each of them too.
drop trigger ledger_append_only on ledger_first;
create trigger ledger_append_only before update or delete on ledger for each row execute function refuse_change();
`;
