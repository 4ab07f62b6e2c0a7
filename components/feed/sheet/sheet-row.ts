"use client";
/** The row whose sheet is open, for the parts of the sheet that are about its purchase. */
import { createContext } from "react";
import type { Row } from "@/lib/client/rows";

export const SheetRow = createContext<Pick<Row<unknown>, "key" | "heldAt" | "receipt"> | undefined>(undefined);
