import { redirect } from "next/navigation";
import { ownedPage } from "@/lib/filters/pages";

export default function Page(): never {
  redirect(ownedPage("funding"));
}
