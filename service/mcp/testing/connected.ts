import { MCP_PATH } from "@dealflow/contract/oauth";
import type { Scope } from "@dealflow/contract/scopes";
import { insertConnection } from "@/service/accounts/testing/connections";
import type { RateLimit } from "@/service/credits/charge";
import type { TestAccount, TestService } from "@/service/http/testing/service";

export interface Connected extends TestAccount {
  readonly connectionId: string;
  readonly token: string;
}

/** The metadata of a test service names the endpoint like this. */
const TEST_RESOURCE = `http://127.0.0.1${MCP_PATH}`;

export async function connect(
  service: TestService,
  credits: number,
  options: {
    readonly scopes?: readonly Scope[];
    readonly dailyAllowance?: number;
    readonly limit?: RateLimit;
    readonly clientName?: string;
  } = {},
): Promise<Connected> {
  const { limit, dailyAllowance = 1_000_000, ...others } = options;
  const account = await service.account(credits, limit === undefined ? {} : { limit });
  const { id, accessToken } = await insertConnection(service.database.pool, account, TEST_RESOURCE, {
    ...others,
    dailyAllowance,
  });
  return { ...account, connectionId: id, token: accessToken };
}
