/** Records what operators changed, by a command or in the dashboard. */
export const sql = `
create table operator_actions (
  id uuid primary key,
  -- Null for the command line, and once the person is deleted.
  person_id uuid references users on delete set null,
  command text not null,
  options jsonb not null,
  at timestamptz(3) not null,
  -- Open while it runs, and for good when its process ended.
  outcome text not null default 'open' check (outcome in ('open', 'done', 'failed'))
);
`;
