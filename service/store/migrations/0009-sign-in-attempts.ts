/** Attempts of one account are found together, so that a new password clears them, from whatever network they came. */
export const sql = `
-- Digest of the account; null for what is counted by network alone.
alter table attempts add column account text;
create index attempts_account on attempts (account) where account is not null;
`;
