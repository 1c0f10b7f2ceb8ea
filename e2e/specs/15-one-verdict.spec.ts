import type { Advice } from "../../frontend/src/api/types";
import { asSent, makeVerdictCases } from "../support/files";
import {
  downloadButton,
  openDatabase,
  openTab,
  optionRow,
  section,
  tabLink,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";

test("whatever the answer, the page says what the API says, and offers scripts only for a yes", async ({
  page,
  api,
}) => {
  await api.empty();
  const sent = await Promise.all(makeVerdictCases().map((path) => api.send(asSent(path))));
  await api.read(sent.map(({ id }) => id));
  const databases = await api.databases();
  expect(databases).toHaveLength(sent.length);
  const states = new Set<string>();
  const optionStates = new Set<string>();
  for (const { id: database } of databases) {
    const advice = await api.advice<Advice>(database);
    states.add(advice.verdict.state);
    await openDatabase(page, database);
    await test.step(advice.verdict.headline, async () => {
      const { headline, tag, next_step: next, text } = advice.verdict;
      const no = !["move", "needs"].includes(advice.verdict.state);
      await expect(verdict(page).getByRole("heading", { level: 2 })).toHaveText(headline);
      for (const said of [tag, next]) await expect(verdict(page)).toContainText(said);
      await expect(section(page, "Why")).toContainText(text);
      for (const change of advice.verdict.would_change)
        await expect(section(page, "What would change this answer")).toContainText(change);
      const none = advice.verdict.state === "not-enough-data" ? "not known" : "none now";
      await expect(verdict(page).getByText(none, { exact: true })).toHaveCount(no ? 1 : 0);
      await expect(tabLink(page, "Options")).toHaveClass(no ? /tab-back/ : /^(?!.*tab-back)/);

      await openTab(page, "Load");
      const events = section(page, "Top events");
      for (const { event, helped_by: helped } of advice.top_events.slice(0, 6)) {
        const tags = events.getByRole("row").filter({ hasText: event }).first().locator(".tag");
        expect(await tags.count(), event).toBe(helped.length);
      }

      await openTab(page, "Options");
      await expect(page.getByRole("note", { name: "The answer" })).toHaveCount(no ? 1 : 0);
      for (const line of advice.options) {
        const { title, state, state_text: said, blocked_by: stops } = line;
        optionStates.add(state);
        if (state === "unknown" && line.not_known)
          for (const part of [line.not_known.text, line.not_known.bring])
            await expect(page.getByRole("region", { name: "Options", exact: true })).toContainText(
              part,
            );
        await expect(optionRow(page, title)).toContainText(said);
        const drawn = line.response_ratio && !line.ranges_only ? 1 : 0;
        await expect(optionRow(page, title).locator(".gain-dot"), title).toHaveCount(drawn);
        // Nothing is asked for where giving it would gain nothing for sure or clear nothing; why nothing is known stands above.
        const lasting = stops.filter(({ needs }) => needs == null);
        const asked = ["no-gain", "possible", "unknown"].includes(state)
          ? []
          : lasting.length > 0
            ? lasting
            : stops;
        for (const stop of asked) await expect(optionRow(page, title)).toContainText(stop.text);
      }
      await openTab(page, "Plan");
      const offered =
        (await downloadButton(page).count()) > 0 && (await downloadButton(page).isEnabled());
      expect(offered, "scripts offered").toBe(advice.verdict.state === "move");
    });
  }
  expect([...optionStates].toSorted()).toEqual([
    "advised",
    "blocked",
    "needs",
    "no-gain",
    "possible",
    "unknown",
  ]);
  expect([...states].toSorted()).toEqual([
    "leave",
    "memory-first",
    "move",
    "needs",
    "not-enough-data",
    "tune-first",
  ]);
});
