import { Button, TextInput, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type CommentOn, PLANS, addComment } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { aboutWhat, wordsOf } from "./about";
import type { Shown } from "./shown";

/** It was asked for beside what it is on. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

interface Props {
  shown: Shown;
  /** What it is on; where it is not given it can be typed. */
  on?: CommentOn;
  onDone?: () => void;
}

export function CommentForm({ shown, on, onDone }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState("");
  const add = useMutation({
    mutationFn: () => addComment(shown.plan.id, text, on ?? aboutWhat(typed.trim())),
    onSuccess: () => {
      setText("");
      onDone?.();
      return queries.invalidateQueries({ queryKey: PLANS });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="stack-tight no-print" onSubmit={submit}>
      <Textarea
        label={on ? `Comment on ${wordsOf(on)}` : "Say something"}
        autosize
        minRows={2}
        maxLength={4000}
        required
        ref={on ? focus : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!on && (
        <TextInput
          label="On which operation or file, as the plan names it: O001, settings.sql, or settings.sql:12 for its line 12; empty for the plan"
          maxLength={270}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="row">
        <Button
          type="submit"
          variant="default"
          size={on ? "compact-sm" : "sm"}
          disabled={!shown.current || add.isPending || text.trim() === ""}
        >
          Comment
        </Button>
        {onDone && (
          <Button variant="subtle" size="compact-sm" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      {add.isError && <ProblemNotice problem={asProblem(add.error)} />}
    </form>
  );
}
