/** Records every change of a feed, so that columns in memory never have to be read again because an import was large. */
export const sql = `
create or replace function record_changes() returns trigger language plpgsql as $$
begin
  insert into feed_changes (feed, version, id)
    select f.feed, f.version, c.id from feeds f left join changed c on true where f.feed = tg_table_name
    on conflict do nothing;
  return null;
end $$;
`;
