import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { DraftInput } from "@/components/ui/draft-input";
import type { AuditState } from "@/lib/audit-state";
import { databaseLabel } from "@/lib/database-name";
import { choices } from "./words";

interface Props {
  state: AuditState;
  onChange: (part: Partial<AuditState>) => void;
}

const NOTHING: Partial<AuditState> = {
  who: undefined,
  what: undefined,
  database: undefined,
  from: undefined,
  to: undefined,
  entry: undefined,
};

/** Narrows the trail by who, what, which database, and when. */
export function AuditFilter({ state, onChange }: Props) {
  const databases = useQuery(databasesQuery);
  const known = (databases.data?.items ?? []).map((one, _at, all) => ({
    value: one.id,
    label: databaseLabel(one, all),
  }));
  const { database } = state;
  // One that was deleted has entries, and is in no list.
  const gone = database && !known.some(({ value }) => value === database);
  return (
    <div className="row row-end no-print" role="group" aria-label="Filter the entries">
      <DraftInput
        label="Who"
        placeholder="name"
        value={state.who ?? ""}
        onCommit={(who) => onChange({ who: who || undefined })}
      />
      <NativeSelect
        label="What"
        data={choices(state.what)}
        value={state.what ?? ""}
        onChange={(event) => onChange({ what: event.target.value || undefined })}
      />
      <NativeSelect
        label="Database"
        data={[
          { value: "", label: "All" },
          ...(gone ? [{ value: database, label: database }] : []),
          ...known,
        ]}
        value={database ?? ""}
        onChange={(event) => onChange({ database: event.target.value || undefined })}
      />
      <TextInput
        type="date"
        label="From day"
        value={state.from ?? ""}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextInput
        type="date"
        label="To day"
        value={state.to ?? ""}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
      {Object.keys(state).length > 0 && (
        <Button variant="default" onClick={() => onChange(NOTHING)}>
          Show everything
        </Button>
      )}
      {state.entry !== undefined && (
        <p className="small quiet">Entry {state.entry} and those before it.</p>
      )}
    </div>
  );
}
