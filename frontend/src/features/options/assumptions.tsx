import { Button } from "@mantine/core";
import { useState } from "react";
import type { Assumption, OptionAdvice } from "@/api/types";
import { useCase } from "@/case/case";
import { DraftInput } from "@/components/ui/draft-input";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SideDrawer } from "@/components/ui/side-drawer";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure, share } from "@/lib/format";
import { refusal, statedValue, withValue } from "./assume";

function shown({ value, unit }: Assumption): string {
  if (value == null) return UNKNOWN;
  const text = typeof value === "number" ? figure(value) : value;
  return unit ? `${text} ${unit}` : text;
}

function range({ low, high }: Assumption): string {
  return low == null || high == null || low === high ? "" : `${figure(low)} to ${figure(high)}`;
}

/** A field where the input can be stated, else its value. */
function Stated({ assumption }: { assumption: Assumption }) {
  const { state, change } = useCase();
  const { name, title, least, most } = assumption;
  if (least == null || most == null) return null;
  return (
    <DraftInput
      label={`State: ${title}`}
      hiddenLabel
      value={statedValue(state.assume, name) ?? ""}
      refusal={(typed) => refusal(assumption, typed)}
      onCommit={(value) => change({ assume: withValue(state.assume, name, value) })}
    />
  );
}

function Row({ assumption }: { assumption: Assumption }) {
  const { title, influence, source } = assumption;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td className="influence">
        {influence != null && (
          <>
            <span
              className="influence-bar"
              aria-hidden="true"
              style={{ width: `${Math.round(influence * 100)}%` }}
            />
            {share(influence)}
          </>
        )}
      </td>
      <td className="right">
        <Value>{shown(assumption)}</Value>
        <br />
        <span className="quiet num">{range(assumption)}</span>
      </td>
      <td>
        <Stated assumption={assumption} />
      </td>
      <td className="assumption-why">{source}</td>
    </tr>
  );
}

function Table({ option }: { option: OptionAdvice }) {
  return (
    <ScrollRegion label="Assumptions">
      <table className="table small">
        <caption className="visually-hidden">Assumptions of {option.title}</caption>
        <thead>
          <tr>
            <th scope="col">Assumption</th>
            <th scope="col">Part of the uncertainty</th>
            <th scope="col" className="right">
              Value, range
            </th>
            <th scope="col">I know it</th>
            <th scope="col">What it is, where it is from</th>
          </tr>
        </thead>
        <tbody>
          {option.assumptions.map((assumption) => (
            <Row key={assumption.name} assumption={assumption} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What a forecast takes for granted, what matters most of it, and the way to say it better. */
export function Assumptions({ option }: { option: OptionAdvice }) {
  const { state } = useCase();
  const [opened, setOpened] = useState(false);
  const [first] = option.assumptions;
  if (!first) return null;
  const count = option.assumptions.length;
  return (
    <div className="row">
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        {count} assumptions
      </Button>
      <span className="small">
        {first.influence != null &&
          `Most of the uncertainty: ${first.title} (${share(first.influence)}).`}
        {state.assume && ` Stated by you: ${state.assume.join(", ")}.`}
      </span>
      <SideDrawer
        title={`Assumptions of ${option.title}`}
        what="the assumptions"
        wide
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <Table option={option} />
      </SideDrawer>
    </div>
  );
}
