import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { SizesBox } from "./sizes-box";

const SIZES = "PUT /api/v1/databases/d1/sizes";

function Box() {
  const [text, setText] = useState("");
  return <SizesBox databaseId="d1" text={text} onText={setText} />;
}

const field = () => screen.getByLabelText("Type or paste sizes");
const save = () => screen.getByRole("button", { name: "Save sizes" });

async function type(text: string) {
  await userEvent.click(field());
  await userEvent.paste(text);
  await userEvent.click(save());
}

describe("typed sizes", () => {
  it("are sent as typed, and the box is empty again", async () => {
    answer(SIZES, { body: { accepted: 2, rejected: [] } });
    show(<Box />);
    await type("SHOP.ORDERS 12.5G\nSHOP.LOGS.P1 800M");
    expect(await screen.findByText("2 sizes taken.")).toBeVisible();
    expect(field()).toHaveValue("");
    expect(await requests()[0]?.clone().json()).toEqual({
      text: "SHOP.ORDERS 12.5G\nSHOP.LOGS.P1 800M",
    });
  });

  it("that are refused stay in the box, each with its line, reason and advice", async () => {
    const rejected = [
      { line: 2, excerpt: "SHOP.LOGS big", message: "“big” is no size.", advice: "Write 800M." },
    ];
    answer(SIZES, { body: { accepted: 1, rejected } });
    show(<Box />);
    await type("SHOP.ORDERS 12.5G\nSHOP.LOGS big");
    expect(await screen.findByText("1 size taken.")).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(
      "Line 2: “big” is no size. SHOP.LOGS big Write 800M.",
    );
    expect(field()).toHaveValue("SHOP.ORDERS 12.5G\nSHOP.LOGS big");
  });

  it("that cannot be sent stay in the box, with the problem", async () => {
    answer(SIZES, refusal(404, { detail: "No such database." }));
    show(<Box />);
    await type("SHOP.ORDERS 12.5G");
    expect(await screen.findByRole("alert")).toHaveTextContent("No such database.");
    expect(field()).toHaveValue("SHOP.ORDERS 12.5G");
  });

  it("cannot be saved while there are none", async () => {
    show(<Box />);
    await userEvent.type(field(), "  ");
    expect(save()).toBeDisabled();
  });
});
