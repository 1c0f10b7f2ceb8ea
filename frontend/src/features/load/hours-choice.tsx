import { Button, NativeSelect } from "@mantine/core";
import { memo } from "react";
import type { Timeline, TimelinePoint } from "@/api/types";
import { useCase } from "@/case/case";
import { choicesOf, fieldOf } from "@/lib/question";
import { sessionsRows, statedHours } from "./sessions-rows";
import "./hours-choice.css";

const WINDOWS = choicesOf("window");
/** Users complain about the worst hour; an average over a day and a night hides it, and an odd hour stands for none. */
const UNLESS_CHOSEN = fieldOf("window").default as (typeof WINDOWS)[number]["value"];
const STATED = "stated";

const labelOf = (window: string) => WINDOWS.find(({ value }) => value === window)?.label ?? window;

/** Which of several intervals the answer is made from; absent where there is only one. Made anew with the time line alone. */
export const HoursChoice = memo(function HoursChoice({ timeline }: { timeline: Timeline }) {
  const { state, change } = useCase();
  const { points } = timeline;
  const stated = state.hours_from !== undefined || state.hours_to !== undefined;
  if (points.length < 2) return null;
  const clear = { hours_from: undefined, hours_to: undefined };
  const rows = sessionsRows(timeline);
  const used = points.flatMap((point, place) => (point.used ? [place] : []));
  const [first, last] = [used[0] ?? 0, used.at(-1) ?? points.length - 1];
  const choose = (from: number, to: number) => {
    const [one, other]: (TimelinePoint | undefined)[] = [points[from], points[Math.max(from, to)]];
    const hours = one && other && statedHours(one, other);
    if (hours) change(hours);
  };
  return (
    <div className="hours-choice no-print">
      <NativeSelect
        label="Which hours"
        size="xs"
        value={stated ? STATED : (state.window ?? UNLESS_CHOSEN)}
        onChange={(event) => {
          const chosen = WINDOWS.find(({ value }) => value === event.target.value)?.value;
          if (chosen) change({ ...clear, window: chosen === UNLESS_CHOSEN ? undefined : chosen });
        }}
        data={[...WINDOWS, { value: STATED, label: "From … to …", disabled: !stated }]}
      />
      <NativeSelect
        label="From"
        size="xs"
        value={String(first)}
        onChange={(event) => choose(Number(event.target.value), last)}
        data={rows.map(({ label }, place) => ({ value: String(place), label }))}
      />
      <NativeSelect
        label="To"
        size="xs"
        value={String(last)}
        onChange={(event) =>
          choose(Math.min(first, Number(event.target.value)), Number(event.target.value))
        }
        data={rows.map(({ until }, place) => ({ value: String(place), label: until }))}
      />
      {stated && (
        <Button size="xs" variant="default" onClick={() => change(clear)}>
          Back to the {labelOf(state.window ?? UNLESS_CHOSEN).toLowerCase()}
        </Button>
      )}
    </div>
  );
});
