/** Names of the interface's headers, in the spelling in which they are sent. */
export const API_KEY_HEADER = "X-API-Key";
export const REQUEST_ID_HEADER = "X-Request-Id";
export const CREDITS_USED_HEADER = "X-Credits-Used";
export const CREDITS_REMAINING_HEADER = "X-Credits-Remaining";

/** Live prefix of every API key; behind it come 30 base62 characters and 6 of checksum. */
export const API_KEY_PREFIX = "df_live_";
