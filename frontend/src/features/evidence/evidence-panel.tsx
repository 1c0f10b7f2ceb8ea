import { Button, Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useState } from "react";
import type { Evidence } from "@/api/types";
import { EvidencePlace } from "./evidence-place";
import "./evidence.css";

export interface Shown {
  label: string;
  evidence: readonly Evidence[];
}

interface Props {
  shown: Shown;
  opened: boolean;
  onClose: () => void;
}

const SHOWN_FIRST = 3;

function Places({ evidence: places }: Shown) {
  const [all, setAll] = useState(false);
  return (
    <div className="stack">
      {places.length > 1 && <p>Made from {places.length} rows of the reports.</p>}
      {(all ? places : places.slice(0, SHOWN_FIRST)).map((evidence, index) => (
        <EvidencePlace key={JSON.stringify(evidence)} evidence={evidence} shown={index === 0} />
      ))}
      {!all && places.length > SHOWN_FIRST && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {places.length} rows
        </Button>
      )}
    </div>
  );
}

/** Where a figure was read, at the side of the page. */
export default function EvidencePanel({ shown, opened, onClose }: Props) {
  // It is there closed before it opens: only then does it know where the focus goes back to.
  const open = useMounted() && opened;
  return (
    // Composed from parts: the ready-made head is a <header>, a second banner beside the page's own.
    <Drawer.Root opened={open} onClose={onClose} position="right" size="min(64rem, 100%)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body>
          <div className="row spread evidence-head">
            <Drawer.Title>{`Source of ${shown.label}`}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close the source" />
          </div>
          <Places key={JSON.stringify(shown)} {...shown} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
