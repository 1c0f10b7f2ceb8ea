import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { putSizes } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { useCase } from "@/case/case";
import { bytes } from "@/lib/format";

interface Props {
  name: string;
  sizeBytes: number | null;
}

/** Whoever asked for the field wants to type into it. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();

/** A segment's size; a click makes it a field, Enter saves it, Escape leaves it. */
export function SizeCell({ name, sizeBytes }: Props) {
  const { database } = useCase();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (size: string) => {
      const taken = await putSizes(database.id, `${name} ${size}`);
      if (taken.rejected.length > 0) throw new Error(`“${size}” is no size. Write 12.5G or 800M.`);
    },
    onSuccess: async () => {
      setDraft(null);
      await queryClient.invalidateQueries({ queryKey: ["databases"] });
    },
  });
  if (draft === null)
    return (
      <button
        type="button"
        className="source-button num"
        aria-label={
          sizeBytes == null ? `add size of ${name}` : `${bytes(sizeBytes)}, change size of ${name}`
        }
        onClick={() => setDraft("")}
      >
        {sizeBytes == null ? "add size" : bytes(sizeBytes)}
      </button>
    );
  return (
    <TextInput
      size="xs"
      aria-label={`Size of ${name}`}
      placeholder={sizeBytes == null ? "12.5G" : bytes(sizeBytes)}
      value={draft}
      ref={focusAtOnce}
      disabled={save.isPending}
      error={save.isError ? asProblem(save.error).message : null}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => draft.trim() === "" && setDraft(null)}
      onKeyDown={(event) => {
        if (event.key === "Escape") setDraft(null);
        if (event.key === "Enter" && draft.trim() !== "") save.mutate(draft.trim());
      }}
    />
  );
}
