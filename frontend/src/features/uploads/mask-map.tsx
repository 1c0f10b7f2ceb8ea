import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { createAsk } from "@/lib/ask-before-leaving";
import { saveFile } from "@/lib/download";
import { plural } from "@/lib/format";
import type { KeptMap } from "@/lib/map-keeper";

interface Props {
  kept: KeptMap;
  onSaved: () => void;
}

/** The browser asks before a map that nobody else has is lost. */
function useAskBeforeLeaving(unsaved: boolean) {
  const [ask] = useState(createAsk);
  useEffect(() => {
    ask(unsaved);
    return () => ask(false);
  }, [ask, unsaved]);
}

/** The map of masked files, to be saved, and the files that could not be masked. */
export function MaskMap({ kept, onSaved }: Props) {
  const { text, saved, leftOut } = kept;
  useAskBeforeLeaving(!saved);
  const save = () => {
    if (text) saveFile(new Blob([text], { type: "application/json" }), "segtier-map.json");
    onSaved();
  };
  return (
    <>
      {text && (
        <div className={`notice row ${saved ? "" : "notice-warn"}`} role="status">
          <p>
            {saved
              ? "The map segtier-map.json puts the names back. Keep it to yourself."
              : "The map is nowhere but on this page. Save it now: without it nobody can put the names back."}
          </p>
          <Button size="compact-sm" variant={saved ? "default" : "filled"} onClick={save}>
            {saved ? "Save the map again" : "Save the map"}
          </Button>
        </div>
      )}
      {leftOut.length > 0 && (
        <details className="notice notice-warn">
          <summary>Not read and so not stored: {plural(leftOut.length, "file")}</summary>
          <ul className="bundle-missing">
            {leftOut.map(({ file, message }) => (
              <li key={file}>
                {file}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
