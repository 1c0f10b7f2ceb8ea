import type { ReactNode } from "react";
import { isOffline } from "@/lib/offline";

/** What only a server can do: a saved file is read, and offers nothing that it cannot keep. */
export const Served = ({ children }: { children: ReactNode }) => (isOffline() ? null : children);
