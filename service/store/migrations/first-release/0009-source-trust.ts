/** Lets operators say which sources are trusted more. */
export const sql = `
-- Of two sources that state different values of a record, the one with the lower position counts. Sources that are not listed
-- come after those that are, and of these the first that named the record counts.
create table source_trust (
  source text primary key,
  position integer not null unique
);
`;
