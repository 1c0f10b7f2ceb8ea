import { test as base, expect } from "@playwright/test";
import { Api } from "./api";
import { type Product, startProduct } from "./product";

interface Everywhere {
  api: Api;
}

/** Tests against the running product of their project: one per worker, with empty state of its own. */
export const test = base.extend<Everywhere, { product: Product }>({
  product: [
    async ({}, use, { project }) => {
      const product = await startProduct(project.name);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  api: async ({ request }, use) => use(new Api(request)),
});

export { expect };
