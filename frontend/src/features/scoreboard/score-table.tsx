import { Link } from "@tanstack/react-router";
import type { ScoreRow, Scoreboard } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { UNKNOWN, band, figure, ratio, share } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import { optionName } from "@/lib/page-state";
import { insideWords, sealedOn, standingWords } from "./words";

const HEADINGS = ["What", "Of", "Forecast (range)", "Measured", "Error", "Range"] as const;

const signed = (error: number | null) =>
  error === null ? UNKNOWN : `${error > 0 ? "+" : error < 0 ? "−" : ""}${share(Math.abs(error))}`;

function Judged({ inside }: { inside: boolean }) {
  return (
    <strong className={inside ? "score-inside" : "score-outside"}>{insideWords(inside)}</strong>
  );
}

function Sealed({ row }: { row: ScoreRow }) {
  return (
    <tr>
      <th scope="row">
        <Link to="/databases/$databaseId" params={{ databaseId: row.database_id }}>
          {row.database}
        </Link>
        <div className="quiet small">
          sealed on {sealedOn(row.at)} by {row.actor_name}
          {row.plan_revision !== null && `, who approved revision ${row.plan_revision} of a plan`}
        </div>
      </th>
      <td>{optionLabel(optionName(row.option))}: DB time per transaction, × before</td>
      <td className="right">
        {band(row.held ?? row.response_ratio)}
        {row.held && <div className="quiet small">sealed: {band(row.response_ratio)}</div>}
      </td>
      <td className="right">{ratio(row.measured)}</td>
      <td className="right">{signed(row.error)}</td>
      <td>
        {row.inside === null ? standingWords(row) : <Judged inside={row.inside} />}
        {row.reason && <div className="quiet small">{row.reason}</div>}
      </td>
    </tr>
  );
}

function Published({ row }: { row: Scoreboard["published"][number] }) {
  return (
    <tr className="quiet">
      <th scope="row">
        {row.paper} <div className="small">row {row.id}</div>
      </th>
      <td>
        {row.change}: {row.figure}
      </td>
      <td className="right">{band(row.forecast, figure)}</td>
      <td className="right">{figure(row.measured)}</td>
      <td className="right">{signed(row.error)}</td>
      <td>{row.counted ? <Judged inside={row.inside} /> : "contradicted, not counted"}</td>
    </tr>
  );
}

/** What databases, papers or the proving ground measured, misses first. */
export function ScoreTable({
  name,
  sealed = [],
  published = [],
}: {
  name: string;
  sealed?: Scoreboard["rows"];
  published?: Scoreboard["published"];
}) {
  return (
    <ScrollRegion label={name}>
      <table className="table small">
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sealed.map((row) => (
            <Sealed key={row.id} row={row} />
          ))}
          {published.map((row) => (
            <Published key={`${row.id} ${row.figure}`} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
