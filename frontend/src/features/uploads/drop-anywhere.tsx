import { useEffect, useState } from "react";
import { droppedFiles } from "@/lib/dropped-files";
import "./drop-anywhere.css";

interface Props {
  onFiles: (files: File[]) => void;
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
/** A place of its own takes its own files. */
const isTaken = (event: DragEvent) =>
  event.target instanceof Element && event.target.closest(".drop-zone") !== null;

/** Files may be let go anywhere on any page; a note says so while they hang over it. */
export function DropAnywhere({ onFiles }: Props) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const dragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(!isTaken(event));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event) || isTaken(event) || !event.dataTransfer) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
    };
    const listeners = { dragover: dragOver, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener);
    };
  }, [onFiles]);
  return over ? (
    <div className="drop-anywhere" aria-hidden="true">
      Let go to upload
    </div>
  ) : null;
}
