/** Keeps how precise the dates of events are, who started an import, and exchange rates. */
export const sql = `
-- A source may name only a period: announced_at is its first instant, and all orders and filters use that.
alter table funding_events add column announced_precision text not null default 'day'
  check (announced_precision in ('day', 'month', 'quarter', 'year'));
alter table acquisitions add column announced_precision text not null default 'day'
  check (announced_precision in ('day', 'month', 'quarter', 'year'));
alter table exec_moves add column announced_precision text not null default 'day'
  check (announced_precision in ('day', 'month', 'quarter', 'year'));

-- The person is absent after it was deleted, and for imports that no signed-in person started.
alter table imports add column started_by uuid references users on delete set null;
alter table imports add column channel text not null default 'command line'
  check (channel in ('command line', 'dashboard', 'HTTP'));
update imports set channel = 'HTTP' where file = 'POST /ingest/reports';

-- Holds what one euro buys on a day, as each import of rates stated it; the latest import that states a day counts.
create table exchange_rates (
  import_id integer not null references imports,
  day date not null,
  -- Maps codes of ISO 4217 to units of the currency.
  per_euro jsonb not null,
  primary key (import_id, day)
);
`;
