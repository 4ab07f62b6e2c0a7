/** Addresses that are confirmed, sessions by the digest of their token, makers of keys, and links of invitations to copy. */
export const sql = `
-- Nothing tells which of the earlier addresses are people's own: those people keep what they have.
update users set email_verified = true;
-- The workspace of a registration until it gets its first credits, which is when the address is confirmed.
alter table users add column uncredited_workspace_id uuid references workspaces on delete set null;

alter table user_sessions add column token_hash bytea unique;
update user_sessions set token_hash = sha256(convert_to(token, 'UTF8'));
alter table user_sessions alter column token_hash set not null;
alter table user_sessions drop column token;

-- No reference: a key keeps its maker when that person is gone. Null: made by the operator, or before this was recorded.
alter table api_keys add column created_by uuid;

-- A link that an owner copies is another than the mailed one: it does not prove whose address it is.
alter table invitations add column copied_token_hash bytea unique;
`;
