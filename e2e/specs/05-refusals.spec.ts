import { fileOf, readBundle } from "../support/bundle";
import { asSent, corpusFile, needsCorpus } from "../support/files";
import {
  downloadButton,
  downloadScripts,
  openDatabase,
  openTab,
  optionRow,
  section,
  showOption,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";

const OVERRIDE = "I have read this and want the scripts all the same";

/** Real reports of which none should lead to a move, each for a reason of its own. */
const REFUSALS = [
  {
    file: "awr-html-11.2.0.4.0-rac-xydb1-24703-24704.html",
    why: "row locks",
    says: [/row lock contention takes 97 % of DB time/, /storage may be the cause/],
    option: "Smart Flash Cache",
  },
  {
    file: "awr-html-12.1.0.2.0-si-RECEIPT-173496-173498.html",
    why: "parsing, on AIX",
    says: [/56 % of DB time is in neither CPU nor a wait/, /parsing first/, /reads .+ 21 % /],
    option: "Redo logs on SSD",
    blocked: { option: "Smart Flash Cache", by: /AIX/ },
  },
  {
    file: "awr-html-11.2.0.3.0-si-SLOB-160-161.html",
    why: "the write side",
    says: [/write side is the bottleneck/, /log buffer space 33 %/, /0\.76 ms already/, /Redo/],
    option: "Redo logs on SSD",
  },
  {
    file: "awr-html-12.2.0.1.0-si-SLOB2-400-401.html",
    why: "bandwidth, and most of it unexplained",
    says: [/67 % of DB time is unexplained/, /direct path reads \(32 %/, /bandwidth/],
    gain: "not known",
    option: "Redo logs on SSD",
  },
] as const;

for (const { file, why, says, option, ...more } of REFUSALS)
  test(`the advice is against moving: ${why}`, async ({ page, api }) => {
    needsCorpus();
    const { id } = await api.send(asSent(corpusFile(file)));
    await openDatabase(page, await api.databaseOf([id]));

    for (const text of says) await expect(section(page, "Why")).toContainText(text);
    await expect(verdict(page)).toContainText("gain" in more ? more.gain : "none now");
    await expect(verdict(page).getByRole("link", { name: "Get scripts" })).toHaveCount(0);
    await expect(section(page, "What would change this answer")).toBeVisible();

    await showOption(page, option);
    await expect(page.getByRole("note", { name: "The answer" })).toContainText("not to do");
    if ("blocked" in more)
      await expect(optionRow(page, more.blocked.option)).toContainText(more.blocked.by);
    await openTab(page, "Plan");
    await expect(downloadButton(page)).toBeDisabled();
    await page.getByLabel(OVERRIDE).check();
    const bundle = await readBundle(await downloadScripts(page));
    const plan = fileOf(bundle, "plan.md");
    expect(plan).toContain("THE ADVICE WAS NOT TO DO THIS");
    expect(plan).toMatch(says[0]);
    expect(JSON.parse(fileOf(bundle, "manifest.json"))).toMatchObject({ overridden: true });
  });
