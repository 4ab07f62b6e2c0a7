/** Lets an operator keep a person out without deleting anything. */
export const sql = `
-- Since when an operator keeps the person out: their sessions, and the keys and MCP connections that they made, do not work.
alter table users add column disabled_at timestamptz(3);
`;
