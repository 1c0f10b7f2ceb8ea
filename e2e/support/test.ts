import { type Page, test as base, expect } from "@playwright/test";
import { Api } from "./api";
import { type Product, startProduct } from "./product";

interface Everywhere {
  api: Api;
  stranger: Page;
}

/** A request that the server refuses is told by the browser as an error of its own; refusals are what tests are about. */
const REFUSED = /^Failed to load resource: the server responded with a status of [45]\d\d/;

/** What the page says on the console that it should not. */
function consoleErrors(page: Page): string[] {
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !REFUSED.test(message.text())) said.push(message.text());
  });
  return said;
}

/**
 * Tests against the running product of their project: one per worker, with empty state of its own. The browser is signed
 * in as it is by the printed address; `stranger` is a page of a browser that is not.
 */
export const test = base.extend<Everywhere, { product: Product }>({
  product: [
    async ({}, use, { project }) => {
      const product = await startProduct(project.name);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 900_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, product }, use) => {
    await context.request.get(`${product.url}/?secret=${product.secret}`);
    await use(context);
  },
  page: async ({ page }, use) => {
    const said = consoleErrors(page);
    await use(page);
    expect(said, "errors on the console").toEqual([]);
  },
  stranger: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await use(await context.newPage());
    await context.close();
  },
  request: async ({ playwright, product }, use) => {
    const context = await playwright.request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: { Authorization: `Bearer ${product.secret}` },
    });
    await use(context);
    await context.dispose();
  },
  api: async ({ request }, use) => use(new Api(request)),
});

export { expect };
