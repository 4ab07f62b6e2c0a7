/** Lets the processes of the service count the requests of people together. */
export const sql = `
-- What a crash of the database forgets is a minute old.
create unlogged table person_rates (
  user_id uuid primary key references users on delete cascade,
  -- The whole burst of the person is available again from then on.
  rested_at timestamptz not null
);
`;
