import { Button, Checkbox, Popover } from "@mantine/core";
import { columnsOf, useColumns } from "./columns";

/** Chooses what the table shows. */
export function ColumnsMenu({ tiers }: { tiers: boolean }) {
  const { hidden, hide } = useColumns(tiers);
  const choice = columnsOf(tiers).filter(({ always }) => !always);
  const off = choice.filter(({ id }) => hidden.includes(id)).length;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="sm">
          Columns{off > 0 && ` (${off} hidden)`} <span aria-hidden="true">▾</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns of the table">
        <div className="stack-tight">
          {choice.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={!hidden.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                hide(checked ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
          ))}
          <Button size="compact-sm" variant="subtle" disabled={off === 0} onClick={() => hide([])}>
            Show all
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
