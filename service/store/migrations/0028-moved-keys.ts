/** Lets a decision give a key of a source to another company than before. */
export const sql = `
-- The company that the key led to before, which gets it back when the import is undone.
alter table judgements add column moved_from uuid;
`;
