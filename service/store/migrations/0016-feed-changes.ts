/**
 * Which records each version of a feed changed, so that columns in memory read only those again. A version without a row
 * changed too many to record them, and everything is read again.
 */
const MOST_RECORDED = 5_000;

const triggersOf = (table: string) => `
create trigger ${table}_versions_added after insert on ${table} referencing new table as changed
  for each statement execute function record_changes();
create trigger ${table}_versions_changed after update on ${table} referencing new table as changed
  for each statement execute function record_changes();
create trigger ${table}_versions_removed after delete on ${table} referencing old table as changed
  for each statement execute function record_changes();`;

export const sql = `
-- Without id: a version that changed no record.
create table feed_changes (
  feed text not null,
  version bigint not null,
  id uuid,
  at timestamptz(3) not null default now(),
  unique nulls not distinct (feed, version, id)
);

create function record_changes() returns trigger language plpgsql as $$
declare
  records bigint := (select count(*) from (select from changed limit ${MOST_RECORDED + 1}) counted);
begin
  if records <= ${MOST_RECORDED} then
    insert into feed_changes (feed, version, id)
      select f.feed, f.version, c.id from feeds f left join changed c on true where f.feed = tg_table_name
      on conflict do nothing;
  end if;
  return null;
end $$;
-- Their names put them behind those that raise the version.
${["funding_events", "acquisitions", "exec_moves", "companies", "investors"].map(triggersOf).join("")}
`;
