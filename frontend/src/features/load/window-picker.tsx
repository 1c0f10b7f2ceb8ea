import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCase } from "@/case/case";
import { isCompared } from "@/features/measured/window";

/** From when to when, as the address states it; empty: open on that side. */
export interface Picked {
  from: string;
  to: string;
}

interface Props {
  /** What was drawn or typed last, or counts for the answer. */
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** Hours of the time line, drawn on it or typed, for the answer or to compare with. */
export function WindowPicker({ picked, onPick }: Props) {
  const { database, state, change } = useCase();
  const [refused, setRefused] = useState<string | null>(null);
  const { from, to } = picked;
  const pick = (part: Partial<Picked>) => {
    setRefused(null);
    onPick({ ...picked, ...part });
  };
  const use = (apply: (begin: string | undefined, end: string | undefined) => void) => {
    const why = refusal(picked);
    setRefused(why);
    if (why === null) apply(from || undefined, to || undefined);
  };
  return (
    <form
      className="hours-choice no-print"
      aria-label="A window of the time line"
      onSubmit={(event) => {
        event.preventDefault();
        use((hours_from, hours_to) => change({ hours_from, hours_to }));
      }}
    >
      <TextInput
        label="Window from"
        type="datetime-local"
        size="xs"
        value={from}
        error={refused}
        onChange={(event) => pick({ from: event.target.value })}
      />
      <TextInput
        label="Window to"
        type="datetime-local"
        size="xs"
        value={to}
        onChange={(event) => pick({ to: event.target.value })}
      />
      <Button size="xs" type="submit">
        Use these hours for the answer
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => use((after_from, after_to) => change({ after_from, after_to }))}
      >
        Compare with these hours
      </Button>
      {isCompared(state) && (
        <Link
          to="/databases/$databaseId"
          params={{ databaseId: database.id }}
          search={(old) => old}
        >
          The comparison
        </Link>
      )}
    </form>
  );
}

function refusal({ from, to }: Picked): string | null {
  if (!from && !to) return "Say from when or to when.";
  return from && to && from >= to ? "The window ends before it begins." : null;
}
