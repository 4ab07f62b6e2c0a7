import { Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";

interface Props {
  of: {
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  what: string;
}

/** Loads the rest of a list, and tells why it could not be read. */
export function ShowMore({ of: { error, hasNextPage, isFetching, fetchNextPage }, what }: Props) {
  return (
    <>
      {error !== null && <Unread problem={error.message} />}
      {hasNextPage && (
        <p>
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show more {what}
          </Button>
        </p>
      )}
    </>
  );
}
