import { expect, test } from "../support/test";

test("a browser without the secret pastes the address and goes on where it was", async ({
  stranger: page,
  product,
}) => {
  await page.goto("/collect?pack=yes");
  await expect(page.getByRole("heading", { name: "Segtier asks for its secret" })).toBeVisible();
  const field = page.getByLabel("Address or secret");
  await expect(page).toHaveTitle("Sign in · Segtier");
  await expect(page.getByRole("main")).toHaveCSS("border-radius", "8px");

  await field.fill("not the secret");
  await page.getByRole("button", { name: "Open Segtier" }).click();
  await expect(page.getByRole("alert")).toContainText("not the secret of this server");

  await field.fill(`${product.url}/?secret=${product.secret}`);
  await page.getByRole("button", { name: "Open Segtier" }).click();
  await expect(page.getByRole("heading", { name: "Collect" }).first()).toBeVisible();
  await expect(page).toHaveTitle("Collect · Segtier");
  expect(page.url()).toBe(`${product.url}/collect?pack=yes`);
});

test("the printed address opens it once and for all, and leaves the secret nowhere", async ({
  stranger: page,
  product,
  api,
}) => {
  await api.empty();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto(`/?secret=${product.secret}`);
  await expect(page.getByRole("button", { name: "Try the sample" })).toBeVisible();
  expect(page.url()).toBe(`${product.url}/`);
  expect(sent.filter((text) => text.includes(product.secret))).toHaveLength(1);

  await page.goto("/uploads");
  await expect(page.getByRole("alert")).toHaveCount(0);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  expect(cookie?.value).not.toContain(product.secret);
});

test("a page that was open when the secret changed says what to do", async ({ page, api }) => {
  await api.empty();
  await page.goto("/");
  const sample = page.getByRole("button", { name: "Try the sample" });
  await expect(sample).toBeVisible();
  await page.context().clearCookies();
  await sample.click();
  await expect(page.getByRole("alert")).toContainText("reload the page");
});
