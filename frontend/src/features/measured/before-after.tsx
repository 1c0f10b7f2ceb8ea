import { lazy } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure } from "@/lib/format";
import { type Judgement, type Picture, type PictureClass, changeText } from "./picture";
import "./before-after.css";

const StacksChart = lazy(() => import("@/components/charts/stacks-chart"));
const STACK_PX = 42;
const AXIS_PX = 32;

const MARKS: Record<Judgement, { mark: string; words: string; look: string }> = {
  inside: { mark: "✓", words: "inside", look: "measured-inside" },
  outside: { mark: "✕", words: "outside", look: "measured-outside" },
  "as-it-is": { mark: "", words: "no change foreseen", look: "quiet" },
  "not-judged": { mark: "", words: "not judged", look: "quiet" },
};

export function JudgementMark({ judgement }: { judgement: Judgement | null }) {
  if (judgement === null) return null;
  const { mark, words, look } = MARKS[judgement];
  return (
    <span className={look}>
      {mark && <span aria-hidden="true">{mark} </span>}
      {words}
    </span>
  );
}

const known = (value: number | null | undefined) => (value == null ? UNKNOWN : figure(value));

/** "5.92 (2.6–10.3)"; one figure where the forecast leaves it as it is. */
function rangeText({ forecast }: PictureClass): string {
  if (forecast === null) return UNKNOWN;
  const { low, expected, high } = forecast;
  return low === high ? figure(expected) : `${figure(expected)} (${figure(low)}–${figure(high)})`;
}

function tableOf({ classes, total, stacks, unit }: Picture) {
  const measured = stacks.at(-1)?.name === "Measured";
  const forecast = stacks.some(({ range }) => range !== null);
  const rows = [...classes, ...(total ? [total] : [])];
  return {
    headings: [
      unit,
      stacks[0]?.name ?? "",
      ...(forecast ? ["Forecast (range)"] : []),
      ...(measured ? ["Measured", "Against the forecast"] : []),
    ],
    rows: rows.map((row) => [
      row.name,
      known(row.before),
      ...(forecast ? [rangeText(row)] : []),
      ...(measured
        ? [known(row.after), row.judgement === null ? "" : MARKS[row.judgement].words]
        : []),
    ]),
    figures: rows.map((row) => [
      row.name,
      row.before,
      ...(forecast ? [row.forecast?.expected ?? null] : []),
      ...(measured ? [row.after, row.judgement] : []),
    ]),
  };
}

/** In one sentence, for those who do not see it. */
function summaryOf({ stacks, unit }: Picture): string {
  const said = stacks.map(({ name, total, range }) => {
    const between = range ? ` (${figure(range.low)} to ${figure(range.high)})` : "";
    return `${name.toLowerCase()} ${known(total)}${between}`;
  });
  return `DB time by wait class, ${unit}: ${said.join(", ")}`;
}

function ClassNote({ one, measured }: { one: PictureClass; measured: boolean }) {
  const change = changeText(one.before, measured ? one.after : (one.forecast?.expected ?? null));
  return (
    <li>
      <span className="icon-dot" style={{ backgroundColor: one.color }} />{" "}
      <strong>{one.name}</strong>{" "}
      {change === null ? <Value why="not printed in both">{UNKNOWN}</Value> : change}{" "}
      {measured && one.judgement !== "as-it-is" && <JudgementMark judgement={one.judgement} />}
    </li>
  );
}

/** Where DB time went before, where it was to go, and where it goes: one picture, and below each class what became of it. */
export function BeforeAfter({ picture, name }: { picture: Picture; name: string }) {
  const measured = picture.stacks.at(-1)?.name === "Measured";
  const heightPx = picture.stacks.length * STACK_PX + AXIS_PX;
  return (
    <div className="stack-tight before-after">
      <ChartFrame
        name={name}
        summary={summaryOf(picture)}
        heightPx={heightPx}
        controls={
          <p className="small quiet">
            DB time, {picture.unit}
            {picture.stacks.some(({ range }) => range) && "; the whisker is the forecast’s P10–P90"}
          </p>
        }
        colors={picture.classes}
        table={tableOf(picture)}
      >
        <StacksChart
          stacks={picture.stacks}
          series={picture.classes}
          unit={picture.unit}
          heightPx={heightPx}
        />
      </ChartFrame>
      <ul className="before-after-classes small" aria-label="What became of each wait class">
        {picture.classes.map((one) => (
          <ClassNote key={one.key} one={one} measured={measured} />
        ))}
      </ul>
    </div>
  );
}
