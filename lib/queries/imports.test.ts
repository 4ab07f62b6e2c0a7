import { environmentManager, focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { importsQuery } from "./imports";

afterEach(() => {
  focusManager.setFocused(undefined);
  environmentManager.setIsServer(() => typeof window === "undefined");
});

test("the imports are read again when a tab gets the focus, because another one may have begun one", async () => {
  environmentManager.setIsServer(() => false);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.mount();
  const query = importsQuery();
  const idle = { imports: [], changes: [], files: [], schedules: [] };
  client.setQueryData(query.queryKey, idle);
  const queryFn = vi.fn(() => idle);
  const stop = new QueryObserver(client, { ...query, queryFn }).subscribe(() => undefined);
  expect(queryFn).not.toHaveBeenCalled();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  stop();
  client.unmount();
});
