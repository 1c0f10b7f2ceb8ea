import { createContext, use } from "react";
import type { Advice, BeforeUpload, Database, OptionName } from "@/api/types";
import type { Problem } from "@/api/problem";
import type { AdviceParams, PageState } from "@/lib/page-state";

/** One database and the answer to the question in the address: what each of its tabs stands on. */
export interface Case {
  database: Database;
  /** The last answer there was; absent until the first one, and where there is none. */
  advice: Advice | undefined;
  /** What that answer was asked for; a newer question may be on its way. */
  asked: AdviceParams;
  /** Fields of the address that this answer leaves out, for with them there is none. */
  leftOut: readonly string[];
  /** What the address asks for. */
  params: AdviceParams;
  state: PageState;
  /** The option looked at: that of the address, else the advised one. */
  option: OptionName;
  updating: boolean;
  /** Files that the answer, or the problem, knows nothing of yet. */
  beforeUpload: BeforeUpload | null;
  /** Why the question of the address has no answer. */
  problem: Problem | null;
  retry: () => void;
  change: (part: Partial<PageState>) => void;
}

export const CaseContext = createContext<Case | null>(null);

export function useCase(): Case {
  const found = use(CaseContext);
  if (!found) throw new Error("There is no database around this part of the page.");
  return found;
}
