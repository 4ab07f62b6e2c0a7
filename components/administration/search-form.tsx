import Form from "next/form";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/forms/search-field";

interface Props {
  /** The page has this address, which gets the text as `search`. */
  action: string;
  label: string;
  search: string;
}

/** Searches a list when it is sent; the text is in the address. */
export function SearchForm({ action, label, search }: Props) {
  return (
    <Form action={action} className="flex min-w-0 gap-2">
      <SearchField
        name="search"
        key={search}
        defaultValue={search}
        aria-label={label}
        placeholder={label}
        className="w-64 min-w-0"
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}
