import { Button } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";

interface Props {
  onFiles: (files: File[]) => void;
}

/** A place to drop files, and the button that does the same. */
export function DropZone({ onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={`drop-zone ${over ? "drop-zone-over" : ""}`}
      onDrop={drop}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
    >
      <p>
        Drop AWR or Statspack reports, segment counters, sizes, or archives of them here, as many as
        you like.
      </p>
      <Button onClick={() => input.current?.click()}>Choose files</Button>
      <input
        ref={input}
        type="file"
        multiple
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
