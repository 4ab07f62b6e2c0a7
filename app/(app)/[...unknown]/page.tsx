import { notFound } from "next/navigation";

/** Whatever no other page answers for: told within the frame. */
export default function Page(): never {
  notFound();
}
