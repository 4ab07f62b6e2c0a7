/** Webhooks: subscriptions with their secrets, the outbox of events and deliveries, and attempts. */
export const sql = `
create table webhook_subscriptions (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  url text not null,
  description text not null,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  -- The streak of failures since the last success.
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_subscriptions_workspace on webhook_subscriptions (workspace_id);

-- Which events a subscription selects, each narrowed by filters as an address writes them.
create table webhook_selections (
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event text not null,
  query text not null,
  primary key (subscription_id, event)
);

-- The index over subscriptions: combinations of facet tokens, of which a matching event has one.
create table webhook_match_keys (
  match_key text not null,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event text not null,
  primary key (match_key, subscription_id)
);
create index webhook_match_keys_subscription on webhook_match_keys (subscription_id);

-- The current secret has no end; during a rotation the one before is valid until its end.
create table webhook_secrets (
  id uuid primary key,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  secret text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create index webhook_secrets_subscription on webhook_secrets (subscription_id);

-- Events that some subscription selected, with the record as it was; written in the transaction that stores the event.
create table webhook_events (
  id uuid primary key,
  event text not null,
  record_id uuid not null,
  record text not null,
  test boolean not null,
  created_at timestamptz(3) not null
);
-- An event is created once.
create unique index webhook_events_record on webhook_events (record_id, event) where not test;

create table webhook_deliveries (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event_id uuid not null references webhook_events,
  state text not null check (state in ('pending', 'succeeded', 'failed', 'skipped')),
  -- All attempts, and those before the latest replay, which starts the schedule again.
  attempts integer not null default 0,
  earlier_attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The worker that is sending it; another one takes over after the end of the lease.
  lease_id uuid,
  leased_until timestamptz(3)
);
create index webhook_deliveries_due on webhook_deliveries (subscription_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_workspace on webhook_deliveries (workspace_id, id);
create index webhook_deliveries_subscription on webhook_deliveries (subscription_id, id);

create table webhook_attempts (
  id uuid primary key,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  subscription_id uuid not null,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  succeeded boolean not null,
  -- Null: the response was complete.
  error text,
  status integer,
  request_headers text not null,
  response_body text,
  response_truncated boolean not null
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, number);
create index webhook_attempts_time on webhook_attempts (subscription_id, started_at);
`;
