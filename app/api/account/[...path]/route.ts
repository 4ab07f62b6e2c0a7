import { answerAccount } from "@/lib/server/account-route";
import { dashboard } from "@/lib/server/dashboard";

export const dynamic = "force-dynamic";

/* Every method comes here to be judged; Next would answer HEAD by running GET. */
async function answer(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  return answerAccount(dashboard(), `/account/${path.join("/")}`, request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
