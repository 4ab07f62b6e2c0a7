/**
 * The sign-in library over our own pool and table names: it creates sessions and their cookie, so that all of its
 * features find them. Its HTTP routes are not mounted: responses, errors and limits are ours.
 */
import { createHmac } from "node:crypto";
import { type Auth, type BetterAuthOptions, betterAuth } from "better-auth";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { cookieName, isSecure, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";

/** Purpose under which the library's secret is derived from the installation's, so that it is valid for nothing else. */
const SECRET_PURPOSE = "dealflow sign-in";
const DAY_S = 86_400;
/** A session expires after this long without use; each day of use renews it. */
export const SESSION_S = 30 * DAY_S;
export const SESSION_RENEWAL_S = DAY_S;
/** The longest that browsers keep a cookie: the session's own end is in the database, and a page cannot set a cookie. */
const COOKIE_S = 400 * DAY_S;

const TIMESTAMP_FIELDS = { createdAt: "created_at", updatedAt: "updated_at" } as const;

export type AuthLibrary = Auth<BetterAuthOptions>;

/** @param dashboardUrl the address whose cookies these are */
export function createAuthLibrary(
  pool: pg.Pool,
  { dashboardUrl, secret }: { readonly dashboardUrl: string; readonly secret: string },
): AuthLibrary {
  const options: BetterAuthOptions = {
    appName: "Dealflow",
    baseURL: dashboardUrl,
    basePath: "/api/auth",
    secret: createHmac("sha256", secret).update(SECRET_PURPOSE).digest("base64url"),
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
      type: "postgres",
      transaction: true,
    },
    user: { modelName: "users", fields: { emailVerified: "email_verified", ...TIMESTAMP_FIELDS } },
    account: {
      modelName: "user_credentials",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...TIMESTAMP_FIELDS,
      },
    },
    session: {
      modelName: "user_sessions",
      fields: {
        userId: "user_id",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        expiresAt: "expires_at",
        ...TIMESTAMP_FIELDS,
      },
      additionalFields: {
        workspaceId: { type: "string", required: true, input: false, fieldName: "workspace_id" },
      },
      expiresIn: SESSION_S,
      updateAge: SESSION_RENEWAL_S,
      cookieCache: { enabled: false },
    },
    verification: {
      modelName: "user_verifications",
      fields: { expiresAt: "expires_at", ...TIMESTAMP_FIELDS },
      // Read access to the database does not reveal the links that were sent.
      storeIdentifier: "hashed",
    },
    advanced: {
      database: { generateId: () => newId(), validateSchema: false },
      // It would prefix the name, with less information than ours.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName(dashboardUrl, SIGN_IN_COOKIE),
          attributes: {
            httpOnly: true,
            sameSite: "lax",
            path: "/",
            secure: isSecure(dashboardUrl),
            maxAge: COOKIE_S,
          },
        },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages name people.
    logger: { disabled: true },
  };
  return betterAuth(options);
}
