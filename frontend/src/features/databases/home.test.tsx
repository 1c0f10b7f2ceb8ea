import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aDatabase, anUpload } from "@/test/builders";
import { answer } from "@/test/server";
import { show } from "@/test/show";
import { Home } from "./home";

const open = new Set<Stream>();

/** As the browser's, which jsdom lacks. */
class Stream extends EventTarget {
  constructor() {
    super();
    open.add(this);
  }
  close() {
    open.delete(this);
  }
}

const list = (items: unknown[]) => answer("GET /api/v1/databases", { body: { items } });
const arrives = () =>
  act(() => {
    for (const stream of open) stream.dispatchEvent(new Event("upload.completed"));
  });
const first = () => screen.queryByRole("heading", { name: /^Which parts of an Oracle database/ });

beforeEach(async () => {
  vi.stubGlobal("EventSource", Stream);
  list([]);
  answer("GET /api/v1/databases/fleet", { body: { items: [], total: null, pending: 0 } });
  answer("GET /api/v1/plans", { body: { items: [] } });
  answer("GET /api/v1/uploads", { body: { items: [], next_cursor: null } });
  answer("POST /api/v1/samples/oltp", { body: { uploads: [anUpload({ state: "running" })] } });
  const nothing = vi.fn();
  show(<Home state={{}} onChange={nothing} onOpenDatabase={nothing} onUpload={nothing} />);
  await waitFor(() => expect(first()).toBeVisible());
  list([aDatabase()]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  open.clear();
});

it("has the list of databases once somebody's upload has come", async () => {
  arrives();
  expect(await screen.findByRole("heading", { name: "Databases" })).toBeVisible();
});

it("stays with the sample that is on its way, so that it opens once it is read", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Try the sample" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Try the sample" })).toBeDisabled(),
  );
  arrives();
  await new Promise((done) => setTimeout(done, 50));
  expect(first()).toBeVisible();
});
