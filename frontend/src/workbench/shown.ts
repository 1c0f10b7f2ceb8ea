import type { ReactNode } from "react";
import type { Scope } from "@/api/accounts";

/** A component with its states. */
export interface Shown {
  component: string;
  states: Record<string, ReactNode>;
  /** What whoever looks may not do. */
  lacks?: readonly Scope[];
}
