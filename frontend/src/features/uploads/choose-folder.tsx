import { Button } from "@mantine/core";
import { useRef } from "react";
import { shownFiles } from "@/lib/dropped-files";

interface Props {
  label: string;
  onFiles: (files: File[]) => void;
}

/** The folder dialogue: all files of a folder and of those within it. */
export function ChooseFolder({ label, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        {...{ webkitdirectory: "" }}
        className="visually-hidden"
        aria-label={`${label} (files)`}
        tabIndex={-1}
        onChange={(event) => {
          onFiles(shownFiles(event.target.files ?? []));
          event.target.value = "";
        }}
      />
    </>
  );
}
