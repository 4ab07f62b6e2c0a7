import { redirect } from "next/navigation";
import { PAGES } from "@/lib/filters/pages";

export default function Start() {
  redirect(PAGES.funding);
}
