import type { PlanUnderReview } from "@/api/plans";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { LEVELS } from "./words";

/** What was checked before people are asked. */
export function Checks({ checks }: { checks: PlanUnderReview["checks"] }) {
  return (
    <ScrollRegion label="Checks">
      <table className="table small">
        <caption className="visually-hidden">Checks</caption>
        <tbody>
          {checks.map(({ code, level, text }) => (
            <tr key={`${code} ${text}`}>
              <th scope="row">{LEVELS[level]}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
