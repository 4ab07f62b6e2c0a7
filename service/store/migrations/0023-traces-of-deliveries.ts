/**
 * Makes the attempts of a delivery parts of the trace of the request that caused it. A worker of this version can run before
 * earlier migrations where the column was added by hand, as a test of them does.
 */
export const sql = `
-- The span that caused the delivery, in the form of W3C Trace Context; absent unless its trace is exported.
alter table webhook_deliveries add column if not exists traceparent text;
`;
