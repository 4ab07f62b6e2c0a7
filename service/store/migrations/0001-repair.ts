/**
 * The first commit's 0001 counted the feeds in another table than the one that 0002 goes on from, so a database it made
 * could not be upgraded. This runs between the two, and changes nothing in a database that has the table `feeds`.
 */
export const sql = `
do $repair$
begin
  if to_regclass('feed_totals') is null then
    return;
  end if;

  create table feeds (
    feed text primary key,
    total bigint not null,
    version bigint not null
  );
  insert into feeds select feed, total, 0 from feed_totals;

  drop trigger funding_events_added on funding_events;
  drop trigger funding_events_removed on funding_events;
  drop trigger acquisitions_added on acquisitions;
  drop trigger acquisitions_removed on acquisitions;
  drop trigger exec_moves_added on exec_moves;
  drop trigger exec_moves_removed on exec_moves;
  drop function count_feed();
  drop table feed_totals;

  create function note_added() returns trigger language plpgsql as $$
begin
  update feeds set total = total + (select count(*) from changed), version = version + 1 where feed = tg_table_name;
  return null;
end $$;
  create function note_removed() returns trigger language plpgsql as $$
begin
  update feeds set total = total - (select count(*) from changed), version = version + 1 where feed = tg_table_name;
  return null;
end $$;
  create function note_changed() returns trigger language plpgsql as $$
begin
  update feeds set version = version + 1 where feed = tg_table_name;
  return null;
end $$;
  create trigger funding_events_added after insert on funding_events referencing new table as changed for each statement execute function note_added();
  create trigger funding_events_removed after delete on funding_events referencing old table as changed for each statement execute function note_removed();
  create trigger funding_events_changed after update on funding_events for each statement execute function note_changed();
  create trigger acquisitions_added after insert on acquisitions referencing new table as changed for each statement execute function note_added();
  create trigger acquisitions_removed after delete on acquisitions referencing old table as changed for each statement execute function note_removed();
  create trigger acquisitions_changed after update on acquisitions for each statement execute function note_changed();
  create trigger exec_moves_added after insert on exec_moves referencing new table as changed for each statement execute function note_added();
  create trigger exec_moves_removed after delete on exec_moves referencing old table as changed for each statement execute function note_removed();
  create trigger exec_moves_changed after update on exec_moves for each statement execute function note_changed();

  alter table ledger drop constraint ledger_workspace_id_fkey;
  alter table ledger drop constraint ledger_key_id_fkey;
end $repair$;
`;
