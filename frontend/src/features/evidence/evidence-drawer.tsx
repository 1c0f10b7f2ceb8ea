import { type ReactNode, Suspense, lazy, useCallback, useState } from "react";
import { EvidenceContext, type OpenEvidence } from "@/lib/evidence-context";
import type { Shown } from "./evidence-panel";

const EvidencePanel = lazy(() => import("./evidence-panel"));

/** Provides the way from any figure to its source, and shows it at the side; the panel is fetched when one is asked for. */
export function EvidenceDrawer({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  const open = useCallback<OpenEvidence>((label, evidence) => {
    setShown({ label, evidence });
    setOpened(true);
  }, []);
  return (
    <EvidenceContext value={open}>
      {children}
      {shown && (
        <Suspense fallback={null}>
          <EvidencePanel shown={shown} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </EvidenceContext>
  );
}
