import { SegmentedControl } from "@mantine/core";
import type { StackBy } from "./stacks";
import "./layers-legend.css";

interface Props {
  by: StackBy;
  onBy: (by: StackBy) => void;
}

/** What a stack is made of. */
export function StackChoice({ by, onBy }: Props) {
  return (
    <SegmentedControl
      className="no-print stack-choice"
      size="xs"
      aria-label="Stacked by"
      value={by}
      onChange={(value) => onBy(value === "event" ? "event" : "class")}
      data={[
        { value: "class", label: "Wait classes" },
        { value: "event", label: "Events" },
      ]}
    />
  );
}
