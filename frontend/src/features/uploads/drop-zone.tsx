import { Button } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { useLacking } from "@/features/accounts/allowed";
import { droppedFiles } from "@/lib/dropped-files";
import { ACCEPT } from "./accepted";
import { ChooseFolder } from "./choose-folder";

interface Props {
  onFiles: (files: File[]) => void;
}

/** A place to drop files and folders, and the buttons that do the same. */
export function DropZone({ onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const refused = useLacking("uploads:write") !== null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!refused) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(!refused);
  };
  const leave = (event: DragEvent) => {
    // Moving on to the words inside is not leaving.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return (
    <div
      className={`drop-zone ${over ? "drop-zone-over" : ""}`}
      data-over={over}
      onDrop={drop}
      onDragOver={dragOver}
      onDragLeave={leave}
    >
      <p>
        {over
          ? "Let go to upload: reports, exports and archives are all welcome."
          : "Drop AWR or Statspack reports, collector bundles, segment counters, sizes, or archives and folders of them here, as many as you like."}
      </p>
      <p className="quiet small">
        Reports: .html .txt .lst .out. Exports: .csv .tsv .txt .json .xml .xlsx. AWR dumps: .dmp.
        Archives: .zip .tar .tgz .gz, also within one another.
      </p>
      <div className="row">
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <ChooseFolder label="Choose a folder" onFiles={onFiles} />
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        className="visually-hidden"
        aria-label="Files to upload"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
