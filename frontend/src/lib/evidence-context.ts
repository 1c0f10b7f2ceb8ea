import { createContext, useContext } from "react";
import type { Evidence } from "@/api/types";

/** Opens the source of a figure: its label and the report rows it came from. */
export type OpenEvidence = (label: string, evidence: readonly Evidence[]) => void;

export const EvidenceContext = createContext<OpenEvidence | null>(null);

export function useOpenEvidence(): OpenEvidence | null {
  return useContext(EvidenceContext);
}
