import { NativeSelect } from "@mantine/core";
import type { Advice } from "@/api/types";
import { type PageState, WINDOWS } from "@/lib/page-state";

type Window = (typeof WINDOWS)[number];

interface Props {
  hours: Advice["hours"] | undefined;
  value: Window | undefined;
  onChange: (part: Pick<PageState, "window">) => void;
}

const LABELS: Record<Window, string> = {
  busiest: "Busiest hour",
  p95: "95th-percentile hour",
  average: "All, on average",
};
/** Users complain about the worst hour; an average over a day and a night hides it. */
const UNLESS_CHOSEN: Window = "busiest";

/** Which of several intervals the advice is made from; absent where there is only one. */
export function WindowChoice({ hours, value, onChange }: Props) {
  if (!hours || hours.intervals < 2) return null;
  return (
    <fieldset className="setup-group">
      <legend>Load</legend>
      <NativeSelect
        label="Which hours"
        value={value ?? UNLESS_CHOSEN}
        onChange={(event) => {
          const chosen = WINDOWS.find((window) => window === event.target.value);
          onChange({ window: chosen === UNLESS_CHOSEN ? undefined : chosen });
        }}
        data={WINDOWS.map((window) => ({ value: window, label: LABELS[window] }))}
      />
    </fieldset>
  );
}
