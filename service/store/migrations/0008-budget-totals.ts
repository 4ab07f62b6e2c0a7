/** What was used of budgets, as running totals, so that a charge need not add up the ledger. */
export const sql = `
-- Of the day used_on and of its month, in UTC, by what the dashboard bought; both begin at 0 again when these have passed.
alter table workspaces add column used_on date;
alter table workspaces add column used_day bigint not null default 0;
alter table workspaces add column used_month bigint not null default 0;
alter table members add column used_on date;
alter table members add column used_day bigint not null default 0;
alter table members add column used_month bigint not null default 0;

with used as (
  select workspace_id, person_id,
    coalesce(-sum(delta) filter (where (at at time zone 'UTC')::date = (now() at time zone 'UTC')::date), 0)::bigint as used_day,
    -sum(delta)::bigint as used_month
  from ledger
  where person_id is not null and delta < 0 and at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
  group by grouping sets ((workspace_id, person_id), (workspace_id))
), of_members as (
  update members m set used_on = (now() at time zone 'UTC')::date, used_day = u.used_day, used_month = u.used_month
  from used u where m.workspace_id = u.workspace_id and m.user_id = u.person_id
)
update workspaces w set used_on = (now() at time zone 'UTC')::date, used_day = u.used_day, used_month = u.used_month
from used u where w.id = u.workspace_id and u.person_id is null;
`;
