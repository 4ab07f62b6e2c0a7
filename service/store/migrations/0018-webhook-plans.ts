/** Webhooks belong to a plan: deliveries that a workspace pays for wait until it has, and what was delivered is owned. */
export const sql = `
-- Null: as the plan says.
alter table workspaces add column webhooks text check (webhooks in ('included', 'metered', 'off'));

-- Null: delivered by a webhook that the plan includes.
alter table purchased_records alter column ledger_id drop not null;

-- Whether it may be sent: included in the plan, paid for, or a test. Its body is shown from then on.
alter table webhook_deliveries add column admitted boolean not null default true;
alter table webhook_deliveries drop constraint webhook_deliveries_state_check;
alter table webhook_deliveries add constraint webhook_deliveries_state_check
  check (state in ('waiting', 'pending', 'succeeded', 'failed', 'skipped', 'expired'));
create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, id) where state = 'waiting';

-- What was delivered before is owned; what was never sent is sent as the plan says.
insert into purchased_records (workspace_id, kind, record_id, at)
select d.workspace_id, case e.event
    when 'funding.created' then 'funding_events' when 'acquisition.created' then 'acquisitions' else 'exec_moves' end,
  e.record_id, min(e.created_at)
from webhook_deliveries d join webhook_events e on e.id = d.event_id
where d.state = 'succeeded' and not e.test group by 1, 2, 3
on conflict do nothing;
update webhook_deliveries d set admitted = false,
  state = case d.state when 'pending' then 'waiting' else d.state end,
  next_attempt_at = null, lease_id = null, leased_until = null
from webhook_events e
where e.id = d.event_id and not e.test and d.attempts = 0 and d.state in ('pending', 'skipped');
`;
