/** Charges the waiting requests of one workspace: functions whose steps do only what a request needs. */
export const chargeSql = `
-- A request to charge. What it does not use is null.
create type charge_request as (
  ledger_id uuid,
  request_id uuid,
  endpoint text,
  key_id uuid,
  -- The person of a purchase in the dashboard or through an MCP connection, and that connection.
  person_id uuid,
  connection_id uuid,
  view text,
  -- A delivery of webhooks has no person, and counts against the budget of the workspace.
  delivery boolean,
  -- Counts against the rate limit.
  limited boolean,
  feed text,
  -- The version that the feed must still have, because the page was cached.
  version bigint,
  records bigint,
  -- Ascending sums, of which exactly one is taken, or nothing.
  steps bigint[],
  -- The records, when they are paid for once; a null id occurred before.
  kinds text[],
  ids uuid[],
  since timestamptz,
  session_id uuid
);

create type charge_result as (
  -- False: the request is over the rate limit and nothing was taken.
  admitted boolean,
  version bigint,
  credits bigint,
  -- Delivered.
  records bigint,
  -- Positions of the records that were paid for now, from 1.
  paid integer[],
  balance bigint,
  sequence bigint,
  -- The budget that the charge would exceed, so that nothing was taken.
  exceeded json,
  -- Credits that the connection may still use today.
  allowance bigint,
  -- The daily allowance of a connection that is used up, so that nothing was taken.
  used_up bigint,
  -- What the session has used, in all and for the view.
  session_used bigint,
  view_used bigint
);

-- Counts requests against the rate limit of their workspace: how many of them are admitted, from the first, and the
-- requests that are left. Without a limit (null) it does nothing.
create function admit_requests(workspace uuid, requests integer, per_minute float8, capacity integer,
  out admitted integer, out tokens float8) language plpgsql strict as $$
begin
  select least(capacity, coalesce(w.tokens, capacity) + greatest(extract(epoch from now() - w.tokens_at), 0)::float8 * per_minute / 60)
    into tokens from workspaces w where w.id = workspace for no key update;
  admitted := least(requests, floor(tokens + 1e-6));
  if admitted > 0 then
    tokens := tokens - admitted;
    update workspaces w set tokens = admit_requests.tokens, tokens_at = greatest(w.tokens_at, now()) where w.id = workspace;
  end if;
end $$;

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

-- Charges requests of one workspace in their order, each for what the ones before it leave. Every statement of it has a
-- new snapshot, so what follows the lock sees what other charges committed while this one waited for it.
--
-- admitted: how many of those that count against the rate limit are within it
create function charge(workspace uuid, requests charge_request[], admitted integer, at timestamptz)
returns setof charge_result language plpgsql as $$
declare
  held record;
  first_sequence bigint;
  utc_day constant date := at at time zone 'UTC';
  today date;
  request charge_request;
  result charge_result;
  limited integer := 0;
  feed_name text;
  feed_version bigint;
  unpaid integer[];
  steps bigint[];
  wanted bigint;
  possible bigint;
  smallest bigint;
  connection record;
  member record;
  budget record;
begin
  -- The lock of the workspace comes first. It does not hold up inserts of rows that refer to the workspace.
  select w.balance, w.ledger_sequence as sequence, w.used_on, w.used_day, w.used_month
    into held from workspaces w where w.id = workspace for no key update;
  if not found then return; end if;
  first_sequence := held.sequence;

  foreach request in array requests loop
    result := null;
    unpaid := null;
    steps := request.steps;
    wanted := request.records;

    -- Rate limit.
    if request.limited then
      limited := limited + 1;
      result.admitted := limited <= admitted;
    else
      result.admitted := true;
    end if;

    -- Version of the feed.
    if feed_name is distinct from request.feed then
      select f.feed, f.version into feed_name, feed_version from feeds f where f.feed = request.feed;
    end if;
    result.version := feed_version;
    if not result.admitted or request.version <> feed_version then
      wanted := 0;

    -- Records that are paid for once.
    elsif request.ids is not null then
      unpaid := '{}';
      if wanted > 0 then unpaid := unpaid_positions(workspace, request.kinds, request.ids, request.since); end if;
      if steps is not null then
        steps := array(select (select count(*) from unnest(unpaid) place where place <= step) from unnest(steps) step);
      end if;
      wanted := cardinality(unpaid);
    end if;
    possible := least(wanted, held.balance);

    -- Daily allowance of a connection.
    if request.connection_id is not null then
      select c.daily_allowance, greatest(c.used_on, utc_day) as today, case when c.used_on >= utc_day then c.used_day else 0 end as used
        into connection from mcp_connections c where c.workspace_id = workspace and c.id = request.connection_id
        for no key update;
      result.allowance := greatest(coalesce(connection.daily_allowance - connection.used, 0), 0);
      if wanted > 0 and result.allowance = 0 and held.balance > 0 then
        result.used_up := coalesce(connection.daily_allowance, 0);
      end if;
      possible := least(possible, result.allowance);
    end if;

    smallest := possible;
    if steps is not null then
      select coalesce(min(step), 0) into smallest from unnest(steps) step where step > 0 and step <= possible;
    end if;

    -- Budgets of the person and of the workspace. Their use is that of the day and the month in UTC.
    if smallest > 0 and (request.person_id is not null or request.delivery) then
      select m.used_on, m.used_day, m.used_month into member
        from members m where m.workspace_id = workspace and m.user_id = request.person_id for no key update;
      today := greatest(held.used_on, member.used_on, utc_day);
      held.used_day := case when held.used_on = today then held.used_day else 0 end;
      held.used_month := case when date_trunc('month', held.used_on) = date_trunc('month', today) then held.used_month else 0 end;
      held.used_on := today;
      member.used_day := case when member.used_on = today then member.used_day else 0 end;
      member.used_month := case when date_trunc('month', member.used_on) = date_trunc('month', today) then member.used_month else 0 end;
      select case when b.user_id is null then 'workspace' else 'person' end as owner, use.period, use.most, use.used, use.most - use.used as room
        into budget
        from budgets b cross join lateral (values
          ('session', case when request.session_id is not null then b.session end,
            case when b.session is not null then used_in_session(request.session_id, '', at) end),
          ('day', b.day, case when b.user_id is null then held.used_day else member.used_day end),
          ('month', b.month, case when b.user_id is null then held.used_month else member.used_month end)
        ) use (period, most, used)
        where b.workspace_id = workspace and (b.user_id is null or b.user_id = request.person_id) and use.most is not null
        order by room limit 1;
      if smallest > budget.room then
        result.exceeded := json_build_object('owner', budget.owner, 'period', budget.period, 'limit', budget.most,
          'used', budget.used, 'requested', smallest);
        possible := 0;
      else
        possible := least(possible, budget.room);
      end if;
    end if;

    -- What is taken, and the records that it covers: of those paid for once, all before the first that was not paid for.
    result.credits := possible;
    if steps is not null then
      select coalesce(max(step), 0) into result.credits from unnest(steps) step where step <= possible;
    end if;
    result.records := result.credits;
    if unpaid is not null then
      result.paid := unpaid[1:result.credits];
      if result.exceeded is not null then
        result.records := 0;
      elsif result.credits < wanted then
        result.records := unpaid[result.credits + 1] - 1;
      else
        result.records := request.records;
      end if;
      if request.steps is not null then
        select coalesce(max(step), 0) into result.records from unnest(request.steps) step where step <= result.records;
      end if;
    end if;

    if result.credits > 0 then
      held.balance := held.balance - result.credits;
      held.sequence := held.sequence + 1;
      insert into ledger (id, workspace_id, request_id, endpoint, key_id, person_id, connection_id, view, delta, balance_after,
          sequence, at, records)
        values (request.ledger_id, workspace, request.request_id, request.endpoint, request.key_id, request.person_id,
          request.connection_id, request.view, -result.credits, held.balance, held.sequence, at,
          case when unpaid is not null then result.records end);
      if unpaid is not null then
        insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
          select workspace, request.kinds[place], request.ids[place], request.ledger_id, at from unnest(result.paid) place;
      end if;
      if request.person_id is not null or request.delivery then
        held.used_day := held.used_day + result.credits;
        held.used_month := held.used_month + result.credits;
        update members m set used_on = today, used_day = member.used_day + result.credits, used_month = member.used_month + result.credits
          where m.workspace_id = workspace and m.user_id = request.person_id;
      end if;
      if request.session_id is not null then
        select use.session_used, use.view_used into result.session_used, result.view_used
          from add_session_use(request.session_id, coalesce(request.view, ''), result.credits, at) use;
      end if;
      if request.connection_id is not null then
        result.allowance := result.allowance - result.credits;
        update mcp_connections c set used_on = connection.today, used_day = connection.used + result.credits
          where c.id = request.connection_id;
        insert into mcp_usage as u (connection_id, day, credits)
          values (request.connection_id, connection.today, result.credits)
          on conflict (connection_id, day) do update set credits = u.credits + excluded.credits;
      end if;
    end if;

    -- What a person got without a charge.
    if unpaid is not null and request.person_id is not null and result.records > result.credits then
      insert into free_deliveries as f (workspace_id, day, person_id, view, records, requests)
        values (workspace, utc_day, request.person_id, coalesce(request.view, ''), result.records - result.credits, 1)
        on conflict (workspace_id, day, person_id, view)
          do update set records = f.records + excluded.records, requests = f.requests + excluded.requests;
    end if;

    result.balance := held.balance;
    result.sequence := held.sequence;
    return next result;
  end loop;

  if held.sequence > first_sequence then
    update workspaces w set balance = held.balance, ledger_sequence = held.sequence,
        used_on = held.used_on, used_day = held.used_day, used_month = held.used_month
      where w.id = workspace;
  end if;
end $$;

-- Claims an idempotency key for a request: no row when the request has it now, else the unexpired answer that is stored. Fails
-- when another request under the key runs for longer than this one waits.
create function claim_idempotency_key(workspace uuid, requested text, digest bytea, claimed_at timestamptz, expired timestamptz)
returns table (fingerprint bytea, headers jsonb, body text) language plpgsql set lock_timeout = '50ms' as $$
begin
  loop
    insert into idempotent_answers as a (workspace_id, key, fingerprint, at) values (workspace, requested, digest, claimed_at)
      on conflict (workspace_id, key) do update set fingerprint = digest, at = claimed_at, headers = null, body = null
      where a.at < expired;
    if found then return; end if;
    return query select a.fingerprint, a.headers, a.body from idempotent_answers a where a.workspace_id = workspace and a.key = requested;
    -- It may have been deleted in between.
    if found then return; end if;
  end loop;
end $$;
`;
