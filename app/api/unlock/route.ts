import { dashboard } from "@/lib/server/dashboard";
import { answerUnlock } from "@/lib/server/unlock-route";

export const dynamic = "force-dynamic";

/* Every method comes here to be judged. */
async function answer(request: Request): Promise<Response> {
  return answerUnlock(dashboard(), request);
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
