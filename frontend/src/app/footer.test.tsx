import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { show } from "@/test/show";
import { Footer } from "./footer";

function page() {
  show(
    <>
      <main>
        <input aria-label="Filter" data-filter />
      </main>
      <Footer />
    </>,
  );
}

it("names the clock of each time", () => {
  page();
  expect(screen.getByText(/^Reports: the database’s clock\. All else: \w+/)).toBeVisible();
});

describe("keys", () => {
  it("? lists them, Esc closes the list", async () => {
    page();
    await userEvent.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keys" })).toHaveTextContent(
      "go to the filter of the page",
    );
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  it("/ goes to the filter, where both are typed as they are", async () => {
    page();
    await userEvent.keyboard("/");
    expect(screen.getByLabelText("Filter")).toHaveFocus();
    await userEvent.keyboard("a/?");
    expect(screen.getByLabelText("Filter")).toHaveValue("a/?");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
