import { NativeSelect, TextInput } from "@mantine/core";
import type { ReportFilter } from "./filter";
import { NO_GRADE } from "./filter";
import { PERIODS } from "./periods";

interface Props {
  instances: readonly string[];
  value: ReportFilter;
  onChange: (part: Partial<ReportFilter>) => void;
}

const EVERY = { value: "", label: "All" };
const GRADES = [
  EVERY,
  ...["A", "B", "C", "D"].map((grade) => ({ value: grade, label: grade })),
  { value: NO_GRADE, label: "No grade" },
];

/** Narrows a long list of reports. */
export function FilterBar({ instances, value, onChange }: Props) {
  return (
    <div className="row row-end no-print" role="group" aria-label="Filter the reports">
      {instances.length > 1 && (
        <NativeSelect
          size="xs"
          label="Instance"
          value={value.instance}
          data={[EVERY, ...instances.map((name) => ({ value: name, label: name }))]}
          onChange={(event) => onChange({ instance: event.target.value })}
        />
      )}
      <NativeSelect
        size="xs"
        label="Counts as"
        value={value.period}
        data={[EVERY, ...PERIODS]}
        onChange={(event) => onChange({ period: event.target.value })}
      />
      <NativeSelect
        size="xs"
        label="Grade"
        value={value.grade}
        data={GRADES}
        onChange={(event) => onChange({ grade: event.target.value })}
      />
      <TextInput
        size="xs"
        type="date"
        label="From day"
        value={value.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextInput
        size="xs"
        type="date"
        label="To day"
        value={value.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </div>
  );
}
