import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putSizes } from "@/api/databases";
import { asProblem } from "@/api/problem";
import type { SizesTaken } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { plural } from "@/lib/format";

interface Props {
  databaseId: string;
  text: string;
  onText: (text: string) => void;
}

function Taken({ taken }: { taken: SizesTaken }) {
  return (
    <div className={`notice ${taken.rejected.length ? "notice-warn" : ""}`} role="status">
      <p>{plural(taken.accepted, "size")} taken.</p>
      <ul>
        {taken.rejected.map((line) => (
          <li key={`${line.line} ${line.excerpt}`}>
            {line.line != null && `Line ${line.line}: `}
            {line.message} {line.excerpt && <code>{line.excerpt}</code>} {line.advice}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sizes by hand, for whoever has no export: one line or a thousand. */
export function SizesBox({ databaseId, text, onText }: Props) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => putSizes(databaseId, text),
    onSuccess: async (taken) => {
      if (taken.rejected.length === 0) onText("");
      await queryClient.invalidateQueries({ queryKey: ["databases"] });
    },
  });
  return (
    <form
      id="sizes"
      className="sizes-box stack-tight no-print"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Textarea
        label="Type or paste sizes"
        description="One segment in a line, as OWNER.NAME 12.5G or OWNER.NAME.PARTITION 800M; CSV works too. An unknown size is never taken as 0."
        rows={4}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <div>
        <Button type="submit" variant="default" disabled={!text.trim() || save.isPending}>
          Save sizes
        </Button>
      </div>
      {save.isError && <ProblemNotice problem={asProblem(save.error)} />}
      {save.data && <Taken taken={save.data} />}
    </form>
  );
}
