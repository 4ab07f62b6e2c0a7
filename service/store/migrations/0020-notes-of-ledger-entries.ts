/** Lets an entry of the ledger say which charge it gives back, and why an operator made it. */
export const sql = `
-- The charge that this entry gives back, by a refund of an operator or an accepted report. Null in entries of accepted reports
-- that versions before this one made, which record_reports knows.
alter table ledger add column refund_of uuid;
-- What the operator tells the members of the workspace.
alter table ledger add column note text;
`;
