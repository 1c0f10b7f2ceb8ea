import { Button, Drawer } from "@mantine/core";
import { type ReactNode, useCallback, useState } from "react";
import type { Evidence } from "@/api/types";
import { EvidenceContext, type OpenEvidence } from "@/lib/evidence-context";
import { EvidencePlace } from "./evidence-place";
import "./evidence.css";

interface Shown {
  label: string;
  evidence: readonly Evidence[];
}

const SHOWN_FIRST = 3;

function key(evidence: Evidence): string {
  return JSON.stringify(evidence);
}

/** Provides the way from any figure to its source, and shows it at the side. */
export function EvidenceDrawer({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  const [all, setAll] = useState(false);
  const places = shown?.evidence ?? [];
  const open = useCallback<OpenEvidence>((label, evidence) => {
    setShown({ label, evidence });
    setOpened(true);
    setAll(false);
  }, []);
  return (
    <EvidenceContext value={open}>
      {children}
      {/* Composed from parts: the ready-made head is a <header>, a second banner beside the page's own. */}
      <Drawer.Root
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size="min(64rem, 100%)"
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Body>
            <div className="row spread evidence-head">
              <Drawer.Title>{`Source of ${shown?.label ?? ""}`}</Drawer.Title>
              <Drawer.CloseButton aria-label="Close the source" />
            </div>
            <div className="stack">
              {places.length > 1 && <p>Made from {places.length} rows of the reports.</p>}
              {(all ? places : places.slice(0, SHOWN_FIRST)).map((evidence, index) => (
                <EvidencePlace key={key(evidence)} evidence={evidence} shown={index === 0} />
              ))}
              {!all && places.length > SHOWN_FIRST && (
                <Button variant="default" onClick={() => setAll(true)}>
                  Show all {places.length} rows
                </Button>
              )}
            </div>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </EvidenceContext>
  );
}
