import type { Advice } from "../../frontend/src/api/types";
import { asSent, makeVerdictCases } from "../support/files";
import { downloadButton, openDatabase, optionCard, section, verdict } from "../support/pages";
import { expect, test } from "../support/test";

test("whatever the answer, the page says what the API says, and offers scripts only for a yes", async ({
  page,
  api,
}) => {
  test.skip(test.info().project.name !== "embedded", "The words are the same on both set-ups.");
  await api.empty();
  const sent = await Promise.all(makeVerdictCases().map((path) => api.send(asSent(path))));
  await api.read(sent.map(({ id }) => id));
  const databases = await api.databases();
  expect(databases).toHaveLength(sent.length);
  const states = new Set<string>();
  for (const { id: database } of databases) {
    const advice = await api.advice<Advice>(database);
    states.add(advice.verdict.state);
    await openDatabase(page, database);
    await test.step(advice.verdict.headline, async () => {
      const { headline, tag, next_step: next, text } = advice.verdict;
      await expect(verdict(page).getByRole("heading", { level: 2 })).toHaveText(headline);
      for (const said of [tag, text, next]) await expect(verdict(page)).toContainText(said);
      for (const { title, state, state_text: said, blocked_by: stops } of advice.options) {
        await expect(optionCard(page, title)).toContainText(said);
        // What is not worth clearing is not asked for.
        const asked = state === "no-gain" ? [] : stops;
        for (const stop of asked) await expect(optionCard(page, title)).toContainText(stop.text);
      }
      const scripts = section(page, /^Scripts/);
      await expect(scripts).toBeVisible();
      const offered =
        (await downloadButton(page).count()) > 0 && (await downloadButton(page).isEnabled());
      expect(offered, "scripts offered").toBe(advice.verdict.state === "move");
    });
  }
  expect([...states].toSorted()).toEqual([
    "leave",
    "memory-first",
    "move",
    "needs",
    "not-enough-data",
    "tune-first",
  ]);
});
