import { Button, TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Me, meQuery } from "@/api/accounts";
import { show } from "@/test/show";
import { Allowed } from "./allowed";

const VIEWER: Me = {
  id: "1",
  name: "vera",
  scopes: ["plans:read"],
  lacks: [
    { scope: "uploads:write", role: "analyst" },
    { scope: "admin", role: "admin" },
  ],
  databases: null,
  token: null,
  accounts: true,
};

function asViewer(scope: "uploads:write" | "admin" | "plans:read", quiet = false) {
  const { client } = show(
    <Allowed scope={scope} to="upload files" quiet={quiet}>
      <Button>Choose files</Button>
      <TextInput label="Size" />
    </Allowed>,
  );
  expect(screen.getByRole("button")).toBeEnabled();
  client.setQueryData(meQuery.queryKey, VIEWER);
}

function expectOff() {
  expect(screen.getByRole("button")).toBeDisabled();
  expect(screen.getByLabelText("Size")).toBeDisabled();
}

describe("controls that not every role may use", () => {
  it.each([
    ["uploads:write", "You cannot upload files: that takes the role analyst or a higher one."],
    ["admin", "You cannot upload files: that takes the role admin."],
  ] as const)("are off without %s, with the role that may", async (scope, words) => {
    asViewer(scope);
    expect(await screen.findByText(words)).toBeVisible();
    expectOff();
  });

  it("say it once where they stand many times", async () => {
    asViewer("uploads:write", true);
    expect(await screen.findByTitle(/takes the role analyst/)).toBeVisible();
    expectOff();
    expect(screen.queryByText(/takes the role/)).toBeNull();
  });

  it("work for whoever may", async () => {
    asViewer("plans:read");
    await new Promise((heard) => setTimeout(heard));
    expect(screen.getByRole("button")).toBeEnabled();
    expect(screen.queryByText(/takes the role/)).toBeNull();
  });
});
