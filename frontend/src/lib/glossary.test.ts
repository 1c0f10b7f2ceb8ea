import { expect, it } from "vitest";
import { type Word, glossary, readGlossary } from "./glossary";

const EACH: Record<Word, true> = {
  ceiling: true,
  knee: true,
  "P10 to P90": true,
  "data quality": true,
  "same work": true,
  coverage: true,
};

it.each(Object.keys(EACH))("%s is in the glossary of the docs", async (word) => {
  expect((await glossary()).get(word)).toMatch(/\w+ \w+/);
});

it("leaves marks and what not to say out", () => {
  const text = "| Word | Meaning |\n|---|---|\n| **tier** | the `SSD` at hand | level |\n";
  expect([...readGlossary(text)]).toEqual([["tier", "the SSD at hand"]]);
});
