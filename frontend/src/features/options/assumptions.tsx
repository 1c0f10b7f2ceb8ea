import type { Assumption, OptionAdvice } from "@/api/types";
import { Value } from "@/components/ui/value";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { UNKNOWN, figure } from "@/lib/format";

function shown(value: Assumption["value"], unit: string): string {
  if (value == null) return UNKNOWN;
  const text = typeof value === "number" ? figure(value) : value;
  return unit ? `${text} ${unit}` : text;
}

/** "flash_read_us" as people read it; the unit stands beside the value. */
function words(name: string): string {
  return name.replace(/_(us|s|bytes|pct)$/, "").replaceAll("_", " ");
}

function range({ low, high }: Assumption): string {
  return low == null || high == null ? "" : `${figure(low)} to ${figure(high)}`;
}

/** What a forecast takes for granted, and which input matters most. */
export function Assumptions({ option }: { option: OptionAdvice }) {
  if (option.assumptions.length === 0) return null;
  return (
    <div className="stack-tight">
      <h4 className="plain-heading">Assumptions</h4>
      {option.dominant_input && (
        <p>Of these inputs the answer depends most on: {words(option.dominant_input)}.</p>
      )}
      <ScrollRegion label="Assumptions">
        <table className="table small">
          <caption className="visually-hidden">Assumptions of {option.title}</caption>
          <thead>
            <tr>
              <th scope="col">Assumption</th>
              <th scope="col" className="right">
                Value
              </th>
              <th scope="col" className="right">
                Lowest to highest
              </th>
              <th scope="col">What it is, where it is from</th>
            </tr>
          </thead>
          <tbody>
            {option.assumptions.map((assumption) => (
              <tr key={assumption.name}>
                <th scope="row">{words(assumption.name)}</th>
                <td className="right">
                  <Value>{shown(assumption.value, assumption.unit)}</Value>
                </td>
                <td className="right num">{range(assumption)}</td>
                <td className="assumption-why">{assumption.source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
