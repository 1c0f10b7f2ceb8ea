import { Button } from "@mantine/core";
import { useCase } from "@/case/case";
import { shortTime } from "@/lib/format";
import { isCompared } from "./window";

function span(from: string | undefined, to: string | undefined): string {
  return [from && `from ${shortTime(from)}`, to && `to ${shortTime(to)}`].filter(Boolean).join(" ");
}

/** Which two windows are compared, and the way back; absent where reports from after the change are. */
export function ComparedHours() {
  const { state, change } = useCase();
  if (!isCompared(state)) return null;
  const before = span(state.hours_from, state.hours_to) || "all earlier hours";
  return (
    <div className="row spread">
      <p className="small">
        After: {span(state.after_from, state.after_to)}. Before: {before}.
      </p>
      <Button
        className="no-print"
        size="compact-sm"
        variant="default"
        onClick={() => change({ after_from: undefined, after_to: undefined })}
      >
        Compare no windows
      </Button>
    </div>
  );
}
