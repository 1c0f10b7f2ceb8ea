import { Link } from "@tanstack/react-router";
import { Value } from "@/components/ui/value";
import { VerdictTag } from "@/components/ui/verdict-tag";
import { ageText, bytes, percent, reportTime, seconds } from "@/lib/format";
import { UNKNOWN } from "@/lib/format";
import type { FleetSort } from "@/lib/home-state";
import { isNo } from "@/lib/tabs";
import { noGain } from "@/lib/verdict";
import type { HomeRow } from "./fleet-rows";

export interface FleetColumn {
  label: string;
  sort?: FleetSort;
  right?: boolean;
  cell: (row: HomeRow) => React.ReactNode;
}

function Verdict({ answer }: HomeRow) {
  if (!answer) return <span className="quiet fleet-verdict">Working it out …</span>;
  if (answer.state == null || answer.tag == null)
    return <span>{answer.stale ? "Working it out anew …" : answer.problem}</span>;
  return (
    <span className="fleet-verdict">
      <VerdictTag verdict={{ state: answer.state, tag: answer.tag }} />
      <span className="small">{answer.headline}</span>
      {answer.stale && (
        <span className="quiet small">From before its reports changed; working it out anew …</span>
      )}
    </span>
  );
}

function gainText({ answer }: HomeRow): string {
  const { state, gain } = answer ?? {};
  if (state != null && isNo({ state })) return noGain({ state });
  if (gain == null) return UNKNOWN;
  return `${Math.round(gain.low * 100)}–${Math.round(gain.high * 100)} %`;
}

/** Why a figure of an answer is missing: the answer may not be there yet. */
function whyNot(answer: HomeRow["answer"], why?: string): string | undefined {
  if (answer?.state != null) return why;
  return answer?.problem && !answer.stale ? "no answer" : "its answer is being worked out";
}

/** What the list shows of each database. */
export const COLUMNS: readonly FleetColumn[] = [
  { label: "Verdict", cell: Verdict },
  {
    label: "Gain",
    sort: "gain",
    right: true,
    cell: (row) => <Value why={whyNot(row.answer, "not forecast")}>{gainText(row)}</Value>,
  },
  {
    label: "SSD at the knee",
    sort: "knee",
    right: true,
    cell: ({ answer }) => (
      <Value why={whyNot(answer, "no sizes")}>{bytes(answer?.knee_bytes)}</Value>
    ),
  },
  {
    label: "Ceiling",
    sort: "ceiling",
    right: true,
    cell: ({ answer }) => (
      <Value why={whyNot(answer)}>{percent(answer?.ceiling_db_time_pct)}</Value>
    ),
  },
  {
    label: "Grade",
    sort: "grade",
    cell: ({ answer }) => <Value why={whyNot(answer)}>{answer?.grade ?? UNKNOWN}</Value>,
  },
  {
    label: "Last snapshot",
    sort: "last",
    cell: ({ database }) => (
      <>
        <Value>{reportTime(database.last_time)}</Value>{" "}
        <span className="quiet small">{ageText(database.last_time)}</span>
      </>
    ),
  },
];

/** Beside them where an amount of SSD is shared out. */
export const SHARED: readonly FleetColumn[] = [
  {
    label: "Gets",
    right: true,
    cell: ({ answer }) => <Value why="nothing to place">{bytes(answer?.share?.share_bytes)}</Value>,
  },
  {
    label: "Saves, s per hour",
    right: true,
    cell: ({ answer }) => (
      <Value why="nothing to place">{seconds(answer?.share?.saved_s_per_hour)}</Value>
    ),
  },
  {
    label: "The next GiB saves",
    sort: "next",
    right: true,
    cell: ({ answer }) => (
      <Value why="nothing to place">{seconds(answer?.share?.next_s_per_hour_per_gib)}</Value>
    ),
  },
];

export function DatabaseLink({ database, label }: HomeRow & { label: string }) {
  return (
    <>
      <Link to="/databases/$databaseId" params={{ databaseId: database.id }}>
        {label}
      </Link>{" "}
      {database.sample && <span className="tag">sample</span>}
      <br />
      <span className="quiet small">
        {database.release ?? UNKNOWN}
        {database.rac && " RAC"}
      </span>
    </>
  );
}
