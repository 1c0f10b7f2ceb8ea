import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { User } from "@/api/accounts";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { ResetPassword } from "./reset-password";

const VERA: User = {
  id: "usr_2",
  name: "vera",
  role: "viewer",
  created_at: "2026-03-01T00:00:00Z",
};
const ROUTE = "POST /api/v1/users/usr_2/password";

const sent = async () => (await requests().at(-1)?.clone().json()) as unknown;

it("shows the password that was made this once", async () => {
  answer(ROUTE, { status: 201, body: { user: VERA, password: "abcde-fghjk-mnpqr-stuvw" } });
  show(<ResetPassword user={VERA} onClose={() => undefined} />);
  expect(screen.getByText(/signs vera out everywhere and revokes all tokens/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Reset the password" }));
  expect(await screen.findByLabelText("Password")).toHaveValue("abcde-fghjk-mnpqr-stuvw");
  expect(await sent()).toEqual({ password: null });
});

it("sends one that is typed, and shows it nowhere", async () => {
  answer(ROUTE, { status: 201, body: { user: VERA, password: null } });
  show(<ResetPassword user={VERA} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole("checkbox", { name: "I type one instead" }));
  await userEvent.type(screen.getByLabelText(/12 characters or more/), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: "Reset the password" }));
  expect(await screen.findByText("vera now has the password that you typed.")).toBeVisible();
  expect(await sent()).toEqual({ password: "correct horse battery" });
  expect(screen.queryByText(/correct horse/)).toBeNull();
});

it("says why it is refused", async () => {
  answer(
    ROUTE,
    refusal(409, { title: "No", status: 409, detail: "'vera' has no password here", code: "x" }),
  );
  show(<ResetPassword user={VERA} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole("button", { name: "Reset the password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("has no password here");
});
