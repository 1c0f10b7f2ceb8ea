import { Button } from "@mantine/core";
import { useState } from "react";

/** The uploaded report itself, where it stands shut off from this page: it runs nothing and reaches nothing. */
export function ReportFrame({ src, title, shown }: { src: string; title: string; shown: boolean }) {
  const [open, setOpen] = useState(shown);
  if (!open)
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Show it in the report
        </Button>
      </div>
    );
  return <iframe className="evidence-frame" sandbox="" src={src} title={title} />;
}
