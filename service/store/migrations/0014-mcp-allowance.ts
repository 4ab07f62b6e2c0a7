/**
 * What a connection used of the current day, in its own row: the charging statement locks that row, and so reads
 * the last committed figure, which a row of `mcp_usage` that another charge has just inserted would not give.
 */
export const sql = `
alter table mcp_connections
  add column used_on date,
  add column used_day bigint not null default 0 check (used_day >= 0);
`;
