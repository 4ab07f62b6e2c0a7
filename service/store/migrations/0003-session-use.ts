/** What a sign-in session used, in all and for each page of the dashboard, and the budget of a session. */
export const sql = `
alter table budgets add session bigint check (session > 0);

-- The row without a view is the whole session's. Rows outlive their session by a few hours and are deleted by a job: a
-- foreign key would let the end of a session fail the charges of others.
create table session_use (
  session_id uuid not null,
  view text not null,
  credits bigint not null,
  at timestamptz not null,
  primary key (session_id, view)
);
create index session_use_at on session_use (at);

-- The use of a session ends 8 hours after its last purchase.
create function used_in_session(session uuid, page text, now timestamptz) returns bigint language sql stable as $$
  select coalesce((select credits from session_use u
    where u.session_id = session and u.view = page and u.at > now - interval '8 hours'), 0)
$$;

create function add_session_use(session uuid, page text, cost bigint, charged_at timestamptz,
  out session_used bigint, out view_used bigint) language plpgsql as $$
begin
  insert into session_use as u (session_id, view, credits, at)
    values (session, '', used_in_session(session, '', charged_at) + cost, charged_at)
    on conflict (session_id, view) do update set credits = excluded.credits, at = excluded.at
    returning credits into session_used;
  if page <> '' then
    insert into session_use as u (session_id, view, credits, at)
      values (session, page, used_in_session(session, page, charged_at) + cost, charged_at)
      on conflict (session_id, view) do update set credits = excluded.credits, at = excluded.at
      returning credits into view_used;
  end if;
end $$;

-- The balance after the latest grant, which the rest is measured against.
create index ledger_grants on ledger (workspace_id, id) where delta > 0;
`;
