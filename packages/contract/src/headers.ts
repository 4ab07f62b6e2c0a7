/** These names of the API's headers have the spelling in which they are sent. */
export const API_KEY_HEADER = "X-API-Key";
export const REQUEST_ID_HEADER = "X-Request-Id";
export const CREDITS_USED_HEADER = "X-Credits-Used";
export const CREDITS_REMAINING_HEADER = "X-Credits-Remaining";
/** The header gives the number of a company's events, when its timeline may have been cut to the remaining credits. */
export const EVENTS_AVAILABLE_HEADER = "X-Events-Available";
/** A client sends this key: the same request under the same key is charged once. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
/** The header is `true` on a replayed response. */
export const IDEMPOTENT_REPLAYED_HEADER = "Idempotent-Replayed";
/** The values follow the syntax of draft-ietf-httpapi-ratelimit-headers-11. */
export const RATE_LIMIT_HEADER = "RateLimit";
export const RATE_LIMIT_POLICY_HEADER = "RateLimit-Policy";
export const RETRY_AFTER_HEADER = "Retry-After";
/** A response with 401 names the scheme of the credential that is missing (RFC 9110, section 11.6.1). */
export const AUTHENTICATE_HEADER = "WWW-Authenticate";

/** Every API key has this live prefix; 30 base62 characters and 6 of checksum follow. */
export const API_KEY_PREFIX = "df_live_";
/**
 * A person's feed responses, and those of the dashboard's server to its pages, tell which of two balances is the newer.
 * From our own service it is the sequence of the ledger entry that left the balance.
 */
export const BALANCE_SEQUENCE_HEADER = "X-Dealflow-Balance-Sequence";
/** The response to a person's purchase has the credits that the session has used, in all and for its page. */
export const SESSION_USED_HEADER = "X-Dealflow-Session-Used";
export const VIEW_USED_HEADER = "X-Dealflow-View-Used";
/**
 * A person's feed responses have the number of delivered records where records are paid for once; only new ones use
 * credits.
 */
export const RECORDS_HEADER = "X-Dealflow-Records";
/** Sent with a person's purchase: the address of the page that it is for, for the ledger and the use of the session. */
export const VIEW_HEADER = "X-Dealflow-View";
/** A longer address of a view is cut. */
export const VIEW_LENGTH = 500;
