/** Notes what merges change for members, so that an undo gives it back. A merge before this migration has no notes. */
export const sql = `
-- The purchases of the record that stays as they were before its first merge by the import. One that did not exist is a copy, which
-- has no charge after the undo.
alter table merged_records add column purchases jsonb;
-- The stars that the merge added to the company that stays, and the matches in inboxes of the one that went.
alter table merged_records add column added_watches jsonb;
alter table merged_records add column matches jsonb;
`;
