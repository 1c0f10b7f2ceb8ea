import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, request, test } from "@playwright/test";
import { violations } from "../support/axe";
import { type Product, startProduct } from "../support/product";

const PROVIDER = new URL("../support/openid_provider.mjs", import.meta.url).pathname;

/** Another site than the provider's, which is 127.0.0.1: strict cookies do not come along from there. */
const HOST = "localhost";
let provider: ChildProcess;
let product: Product;
let base: string;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test.beforeAll(async ({}, { project }) => {
  test.setTimeout(900_000);
  const port = await freePort();
  base = `http://${HOST}:${port}`;
  provider = spawn("node", [PROVIDER, `${base}/openid/back`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(provider.stdout!, "data");
  const issuer = String(said).trim();
  await fetch(`${issuer}/people/bob?group=dba`, { method: "PUT" });
  product = await startProduct(project.name, {
    port,
    settings: {
      SEGTIER_OIDC_ISSUER: issuer,
      SEGTIER_OIDC_CLIENT_ID: "segtier",
      SEGTIER_OIDC_CLIENT_SECRET: "a secret of both",
      SEGTIER_OIDC_ROLES: '{"dba": "analyst"}',
    },
  });
  const owner = await request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { Authorization: `Bearer ${product.secret}` },
  });
  const first = { name: "ana", role: "admin", password: "correct horse battery" };
  expect((await owner.post("/api/v1/users", { data: first })).status()).toBe(201);
  await owner.dispose();
});
test.afterAll(async () => {
  await product.stop();
  provider.kill();
});

test("somebody signs in with their organisation and is where they wanted to be", async ({
  page,
}) => {
  await page.goto(`${base}/settings`);
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in with your organisation" }).click();
  await page.locator("input[name=login]").fill("bob");
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("banner").getByText("bob")).toBeVisible();
  expect(page.url()).toBe(`${base}/settings`);
  await page.reload();
  await expect(page.getByRole("banner").getByText("bob")).toBeVisible();
});
