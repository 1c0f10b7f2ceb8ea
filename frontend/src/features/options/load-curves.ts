import type { LoadPoint, OptionAdvice, OptionName } from "@/api/types";
import { isSet } from "@/lib/options";
import type { AdviceParams } from "@/lib/page-state";

export type Measure = "throughput" | "response";

export interface CurveLine {
  option: OptionName;
  title: string;
  points: readonly LoadPoint[];
}

export interface CurveRow {
  users: number;
  /** The load the reports measured. */
  today: boolean;
  /** By option, today = 1; null where its curve has no point at this load. */
  values: Record<string, number | null>;
}

/** One line for each option that can be done; of the sets only the one looked at, for they may be many. */
export function curveLines(options: readonly OptionAdvice[], selected?: OptionName): CurveLine[] {
  return options.flatMap(({ option, title, feasible, load_curve: points }) =>
    feasible && points.length > 1 && (option === selected || !isSet(option))
      ? [{ option, title, points }]
      : [],
  );
}

/** Today's load: where doing nothing gets exactly today's work done. */
export function usersToday(lines: readonly CurveLine[]): number | null {
  const points = lines.find(({ option }) => option === "none")?.points ?? [];
  const today = points.find((point) => Math.abs(point.throughput_ratio - 1) < 0.005);
  return today?.users ?? null;
}

/** What is counted: users where they were stated, else the sessions that the reports show at work. */
export function loadUnit({ users }: AdviceParams): string {
  return users === undefined ? "average active sessions" : "users";
}

const value = (point: LoadPoint | undefined, measure: Measure) =>
  point ? (measure === "throughput" ? point.throughput_ratio : point.response_ratio) : null;

/** The curves side by side, one row for each load. */
export function curveRows(lines: readonly CurveLine[], measure: Measure): CurveRow[] {
  const loads = [...new Set(lines.flatMap(({ points }) => points.map(({ users }) => users)))];
  const today = usersToday(lines);
  return loads
    .toSorted((a, b) => a - b)
    .map((users) => ({
      users,
      today: users === today,
      values: Object.fromEntries(
        lines.map(({ option, points }) => [
          option,
          value(
            points.find((point) => point.users === users),
            measure,
          ),
        ]),
      ),
    }));
}
