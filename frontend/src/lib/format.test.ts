import { describe, expect, it } from "vitest";
import {
  UNKNOWN,
  ageText,
  band,
  bytes,
  capacity,
  count,
  figure,
  latency,
  percent,
  plural,
  ratio,
  reportTime,
  forecastBand,
  gainWords,
  responseWords,
  seconds,
  share,
  shortTime,
  throughputWords,
} from "./format";

const GIB = 1024 ** 3;

describe("figures for people", () => {
  it.each([
    [bytes, 312 * GIB, "312 GiB"],
    [bytes, 12.5 * 1024 ** 2, "12.5 MiB"],
    [bytes, 0, "0 B"],
    [bytes, 1023, "1,023 B"],
    [capacity, 700e9, "700 GB"],
    [capacity, 1.6e12, "1.6 TB"],
    [latency, 8_800, "8.8 ms"],
    [latency, 280, "280 µs"],
    [latency, 1_250_000, "1.25 s"],
    [latency, 0.4, "0.4 µs"],
    [figure, 2.11e-10, "2.11e-10"],
    [figure, 0.00123, "0.00123"],
    [count, 914, "914"],
    [count, 43_900, "43.9 k"],
    [count, 14_400_000, "14.4 M"],
    [percent, 71.4, "71 %"],
    [percent, 9.14, "9.1 %"],
    [percent, 0.04, "< 0.1 %"],
    [percent, 0, "0 %"],
    [share, 0.234, "23 %"],
    [ratio, 0.4212, "0.42"],
    [ratio, 12.34, "12.3"],
    [seconds, 15_347.8, "15,348"],
    [seconds, 0.01, "< 0.1"],
    [seconds, 0, "0"],
  ])("%o of %d is %s", (show, value, text) => {
    expect(show(value)).toBe(text);
  });

  it.each([bytes, capacity, latency, count, percent, share, ratio, seconds, responseWords])(
    "%o never shows an unknown value as 0",
    (show) => {
      expect(show(null)).toBe(UNKNOWN);
      expect(show(undefined)).toBe(UNKNOWN);
      expect(show(Number.NaN)).toBe(UNKNOWN);
    },
  );
});

describe("ratios in words", () => {
  it.each([
    [0.42, "58 % less DB time"],
    [1, "no change"],
    [0.997, "no change"],
    [1.1, "10 % more DB time"],
    [0, "100 % less DB time"],
  ])("response %d: %s", (value, words) => {
    expect(responseWords(value)).toBe(words);
  });

  it.each([
    [1.9, "1.90 × the work"],
    [1.003, "no change"],
    [0.8, "0.80 × the work"],
  ])("throughput %d: %s", (value, words) => {
    expect(throughputWords(value)).toBe(words);
  });

  it.each([
    [false, "10 to 35 % less DB time", "0.70 (0.65–0.90)"],
    [true, "10 to 35 % less DB time", "0.65–0.90"],
  ])("where ranges only is %s: %s", (only, words, figures) => {
    const option = { ranges_only: only, response_ratio: { low: 0.65, expected: 0.7, high: 0.9 } };
    expect(gainWords(option)).toBe(words);
    expect(forecastBand(option, option.response_ratio)).toBe(figures);
  });

  it.each([
    [{ low: 0.96, expected: 0.96, high: 0.96 }, "about 4 % less DB time"],
    [{ low: 0.9, expected: 1, high: 1.05 }, "5 % more DB time to 10 % less DB time"],
    [{ low: 0.9, expected: 0.95, high: 1 }, "no change to 10 % less DB time"],
    [null, UNKNOWN],
  ])("a range alone in words: %j", (response_ratio, words) => {
    expect(gainWords({ response_ratio })).toBe(words);
  });

  it("says between which ends an option is that is not known", () => {
    const not_known = { least_pct: 0, most_pct: 64 };
    expect(gainWords({ response_ratio: null, not_known })).toBe("no change to 64 % less DB time");
  });

  it("gives a range as expected with low and high", () => {
    expect(band({ low: 0.35, expected: 0.42, high: 0.51 })).toBe("0.42 (0.35–0.51)");
    expect(band(null)).toBe(UNKNOWN);
  });
});

describe("report times", () => {
  it.each([
    ["2024-03-12T00:00:13", "12 Mar 2024, 00:00"],
    ["2024-03-12T00:00:13+05:00", "12 Mar 2024, 00:00"],
    ["2024-03-12T23:59:00Z", "12 Mar 2024, 23:59"],
    [null, UNKNOWN],
    ["no time", UNKNOWN],
  ])("%s is printed as the database printed it: %s", (iso, text) => {
    expect(reportTime(iso)).toBe(text);
    expect(shortTime(iso)).toBe(text.replace(" 2024", ""));
  });
});

it.each([
  [1, "1 report"],
  [0, "0 reports"],
  [2304, "2,304 reports"],
])("%d counts as %s", (n, text) => {
  expect(plural(n, "report")).toBe(text);
});

it.each([
  ["2026-03-02T10:00:00", "today"],
  ["2026-03-01T10:00:00", "yesterday"],
  ["2026-02-20T10:00:00", "10 days ago"],
  ["2025-12-02T10:00:00", "3 months ago"],
  ["2024-03-02T10:00:00", "2 years ago"],
  [null, ""],
])("%s was %s", (time, age) => {
  expect(ageText(time, Date.parse("2026-03-02T12:00:00Z"))).toBe(age);
});
