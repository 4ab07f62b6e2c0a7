import { notFound } from "next/navigation";

/** Not found, rendered within the app shell. */
export default function Page(): never {
  notFound();
}
