/** The inbox: the index over saved views, what matched in each workspace, and how far each person has read. */
export const sql = `
-- As webhook_match_keys: combinations of facet tokens, of which an event that matches the view has one.
create table view_match_keys (
  match_key text not null,
  workspace_id uuid not null,
  view_id uuid not null,
  primary key (match_key, workspace_id, view_id),
  foreign key (workspace_id, view_id) references saved_views on delete cascade
);
create index view_match_keys_view on view_match_keys (workspace_id, view_id);
-- Views of earlier versions are found by every event of their feed, and their filters decide, until they are saved again.
insert into view_match_keys (match_key, workspace_id, view_id)
select k.match_key, v.workspace_id, v.id from saved_views v join (values
  ('funding', 'funding.created|*|*|*'), ('acquisitions', 'acquisition.created|*'), ('execMoves', 'exec_move.created|*|*|*')
) k (feed, match_key) on k.feed = v.feed;

create index watched_companies_company on watched_companies (company_id);

-- The last position given in a workspace. Its row is locked until the transaction that adds items ends, so positions
-- become visible in their order: whoever has read up to one has missed none before it. No reference to the workspace:
-- its lock would hold up the charges of the workspace for as long.
create table inbox_positions (
  workspace_id uuid primary key,
  last bigint not null
);

-- What is free to know of an event.
create table inbox_items (
  workspace_id uuid not null references inbox_positions,
  position bigint not null,
  event text not null,
  record_id uuid not null,
  -- Null: unresolved.
  company_id uuid,
  company_name text not null,
  announced_at timestamptz(3) not null,
  added_at timestamptz(3) not null,
  primary key (workspace_id, position)
);
create index inbox_items_added on inbox_items (added_at);

-- Each with the view, or the watched company, that an item matched; it goes with them.
create table inbox_matches (
  workspace_id uuid not null,
  position bigint not null,
  view_id uuid,
  company_id uuid,
  check (num_nonnulls(view_id, company_id) = 1),
  foreign key (workspace_id, position) references inbox_items on delete cascade,
  foreign key (workspace_id, view_id) references saved_views on delete cascade,
  foreign key (workspace_id, company_id) references watched_companies on delete cascade
);
create index inbox_matches_item on inbox_matches (workspace_id, position);
create index inbox_matches_view on inbox_matches (workspace_id, view_id) where view_id is not null;
create index inbox_matches_company on inbox_matches (workspace_id, company_id) where company_id is not null;

-- Each person's own mark: what is at or below this position has been read.
create table inbox_reads (
  workspace_id uuid not null,
  user_id uuid not null,
  position bigint not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references members on delete cascade
);

-- Finds events whose deliveries are all gone.
create index webhook_deliveries_event on webhook_deliveries (event_id);
`;
