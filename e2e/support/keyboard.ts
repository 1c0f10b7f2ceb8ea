import { type Locator, type Page, expect } from "@playwright/test";

const MOST_STOPS = 400;

/** Tabs on until the element has the focus, and sees to it that the focus shows there; says how many stops it took. */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if (!(await hasFocus(target))) continue;
    expect(await showsFocus(target), `the focus shows on ${String(target)}`).toBe(true);
    return stop + 1;
  }
  throw new Error(`${String(target)} was not reached in ${MOST_STOPS} tab stops`);
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** A focus ring on the element, or on the label or box that stands for it. */
const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const rings = [element, element.parentElement, element.nextElementSibling];
    return rings.some((each) => {
      const style = each && getComputedStyle(each);
      return !!style && style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1;
    });
  });
