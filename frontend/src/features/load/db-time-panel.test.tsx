import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { anAdvice } from "@/test/builders";
import { show } from "@/test/show";
import { DbTimePanel } from "./db-time-panel";

it("shows shares and no rates where nothing says how long it took", () => {
  const { db_time } = anAdvice();
  show(
    <DbTimePanel
      advice={anAdvice({
        db_time: {
          ...db_time,
          db_time_s_per_hour: null,
          average_active_sessions: null,
          double_counted_s_per_hour: null,
          slices: db_time.slices.map((slice) => ({ ...slice, time_s_per_hour: null })),
        },
        top_events: [],
      })}
    />,
  );
  expect(screen.getByText(/rates are not known/)).toBeVisible();
  expect(screen.queryByText(/in an hour|active sessions/)).toBeNull();
  expect(screen.getByText("71 %")).toBeVisible();
});
