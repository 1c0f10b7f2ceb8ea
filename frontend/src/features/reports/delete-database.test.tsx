import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { aDatabase } from "@/test/builders";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { DeleteDatabase } from "./delete-database";

const PATH = "/api/v1/databases/d1";
const button = (name: string) => screen.getByRole("button", { name });
const deletes = () => requests().filter(({ method }) => method === "DELETE");

/** The question is open, and "Delete for good" was clicked. */
async function clicked(onDeleted = vi.fn()) {
  show(<DeleteDatabase database={aDatabase({ id: "d1", name: "SHOP" })} onDeleted={onDeleted} />);
  await userEvent.click(button("Delete this database"));
  await userEvent.click(button("Delete for good"));
  return onDeleted;
}

it("deletes without a name where nothing that was approved goes with it", async () => {
  answer(`DELETE ${PATH}`, { body: null });
  const onDeleted = await clicked();
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalled());
  expect(new URL(deletes()[0]?.url ?? "").search).toBe("");
});

it("asks for the name where approved plans go with it, and sends what was typed", async () => {
  answer(`DELETE ${PATH}`, ({ url }: { url: string }) =>
    new URL(url).search === ""
      ? refusal(409, { title: "SHOP has 7 plans", status: 409, code: "name-needed" })
      : { body: null },
  );
  const onDeleted = await clicked();
  const field = await screen.findByLabelText("Type SHOP to delete it with its plans and forecasts");
  await userEvent.type(field, "shop");
  expect(button("Delete for good")).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, "SHOP");
  await userEvent.click(button("Delete for good"));
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalled());
  expect(new URL(deletes()[1]?.url ?? "").search).toBe("?name=SHOP");
});

it("says who may where somebody may not, and asks for nothing", async () => {
  answer(
    `DELETE ${PATH}`,
    refusal(403, { title: "Only an admin deletes them", status: 403, code: "admin-needed" }),
  );
  await clicked();
  expect(await screen.findByText(/Only an admin/)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
