/** Lets imports add companies without reading the ranks that they add with them. */
export const sql = `
-- The figures of a new company are 0, as are those in its ranks: copying them took half as long as adding the ranks. Ranks
-- that a trigger adds are those of new companies.
create or replace trigger company_ranks_added after insert on company_ranks referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function copy_figures();
`;
