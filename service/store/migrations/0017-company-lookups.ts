/** Companies that people looked up without owning them, by day of UTC: each person may look up so many a day. */
export const sql = `
create table company_lookups (
  person_id uuid not null references users on delete cascade,
  day date not null,
  -- SHA-256 of the selector, so that what people look for is not stored.
  selector bytea not null,
  primary key (person_id, day, selector)
);
`;
