import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Asked, fieldOf, readField, refusalOfAll } from "./question";

interface Refused {
  field: keyof Asked;
  text?: string;
  letters?: number;
  given: number;
  said: string;
}

/** What the command line, the API and the tools refuse in these words (`backend/tests/unit/question/test_doors.py`). */
const REFUSED = JSON.parse(
  readFileSync(
    new URL("../../../backend/tests/cases/question/refused.json", import.meta.url),
    "utf-8",
  ),
) as Refused[];

describe("what the API refuses is refused in the same words, and never asked", () => {
  it.each(REFUSED.map((one) => [one.field, one.said, one] as const))("%s %s", (name, said, one) => {
    const texts = Array<string>(one.given).fill(one.text ?? "x".repeat(one.letters ?? 0));
    expect(refusalOfAll(fieldOf(name), texts)).toBe(said);
    if (one.given === 1) expect(readField(fieldOf(name), texts)).toBeUndefined();
  });
});

describe("how a text is written is told before the server is asked", () => {
  it.each([
    ["ssd", "700GB", null],
    ["ssd", "1.5 TiB", null],
    [
      "ssd",
      "lots",
      "capacity 'lots' is not a size. Write a number with a unit, for example 700GB or 652GiB.",
    ],
    ["machine_rate", "800MB/s", null],
    [
      "machine_rate",
      "fast",
      "rate 'fast' is not a size. Write a number with a unit, for example 800MB/s or 800MB.",
    ],
    ["hours_from", "2024-03-12", null],
    ["hours_from", "2024-03-12 11:00", null],
    ["figure", "read_us=212 (180-260) from a run of fio", null],
    ["assume", "flash_read_us=150", null],
  ] as const)("%s %s", (name, text, said) => {
    expect(refusalOfAll(fieldOf(name), [text])).toBe(said);
  });
});
