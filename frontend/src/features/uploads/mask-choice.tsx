import { Button, SegmentedControl } from "@mantine/core";
import { useRef } from "react";
import type { Mask } from "@/api/types";

const CHOICES: { value: Mask; label: string }[] = [
  { value: "keep", label: "Keep" },
  { value: "hash", label: "Replace by tokens" },
  { value: "drop", label: "Leave out" },
];

const MEANING: Record<Mask, string> = {
  keep: "Names of owners, segments and hosts are stored on this server as they are.",
  hash: "This server sees each file while it arrives and stores it with tokens only. The map that puts the names back, with its key, comes to this page: save it, the server keeps none.",
  drop: "This server stores no names and there is no map. Redo, temp and Smart Flash Cache can be judged; segments can be neither ranked nor moved.",
};

interface Props {
  mask: Mask;
  onMask: (mask: Mask) => void;
  onEarlierMap: (text: string) => void;
}

/** What becomes of names in the files that are added next. */
export function MaskChoice({ mask, onMask, onEarlierMap }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="stack-tight">
      <div className="row">
        <span id="mask-label">Names in these files</span>
        <SegmentedControl
          aria-labelledby="mask-label"
          data={CHOICES}
          value={mask}
          onChange={(value) => onMask(value as Mask)}
        />
        {mask === "hash" && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
              Go on with an earlier map
            </Button>
            <input
              ref={input}
              type="file"
              accept=".json"
              className="visually-hidden"
              aria-label="Map of earlier files"
              tabIndex={-1}
              onChange={(event) => void event.target.files?.[0]?.text().then(onEarlierMap)}
            />
          </>
        )}
      </div>
      <p className="quiet small" aria-live="polite">
        {MEANING[mask]}
      </p>
    </div>
  );
}
