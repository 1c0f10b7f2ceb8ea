import { useState } from "react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { SmallRowsButton } from "./small-rows-button";

function Table({ hidden }: { hidden: number }) {
  const [all, setAll] = useState(false);
  return (
    <SmallRowsButton hidden={hidden} belowPct={0.5} shown={all} onToggle={() => setAll(!all)} />
  );
}

describe("the button for small rows", () => {
  test("says how many are hidden and below what, and hides them again", async () => {
    render(<Table hidden={3} />);
    const button = screen.getByRole("button", { name: "Show 3 below 0.5 %", expanded: false });
    await userEvent.click(button);
    expect(screen.getByRole("button", { expanded: true })).toHaveTextContent("Hide the small ones");
    await userEvent.click(button);
    expect(button).toHaveTextContent("Show 3 below 0.5 %");
  });

  test("is not there where nothing is hidden", () => {
    render(<Table hidden={0} />);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});
