import { expect, it } from "vitest";
import { aComparison } from "@/test/builders";
import { judged } from "./judged";

const predicted_response_ratio = { low: 0.35, expected: 0.4, high: 0.55 };

it.each([
  [{ within_forecast: true, response_ratio: 0.5 }, "held"],
  [{ within_forecast: false, response_ratio: 0.3 }, "missed"],
  [{ within_forecast: false, response_ratio: 0.8 }, "missed"],
  [{ within_forecast: false, response_ratio: 1.2 }, "worse"],
  [{ within_forecast: null, response_ratio: 1 }, "open"],
  [{ within_forecast: true, response_ratio: 0.5, comparable: false }, "open"],
])("%o is %s", (part, tone) => {
  expect(judged(aComparison({ predicted_response_ratio, ...part })).tone).toBe(tone);
});

const came = (response_ratio: number) =>
  judged(aComparison({ predicted_response_ratio, within_forecast: false, response_ratio })).words;

it("tells better than foreseen from less than foreseen", () => {
  expect(came(0.3)).toMatch(/better/);
  expect(came(0.8)).toMatch(/less was gained/);
});
