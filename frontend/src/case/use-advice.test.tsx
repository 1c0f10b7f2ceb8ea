import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sourcesQuery } from "@/api/advice";
import { BeforeUploadNotice } from "@/features/answer/before-upload";
import { anAdvice, someSources } from "@/test/builders";
import type { AdviceParams } from "@/lib/page-state";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { useAdvice } from "./use-advice";

const ADVICE = "GET /api/v1/databases/db_1/advice";
const BEFORE = { at: "2026-03-01T10:32:00.000Z", files: ["a.html", "b.html"], files_total: 7 };
const REFUSED = { code: "no-such-segment", detail: "There is no such segment." };

/** Stands in for the browser's: the test says what it hears. */
class Ear extends EventTarget {
  static readonly CLOSED = 2;
  static open: Ear[] = [];
  readyState = 1;
  constructor() {
    super();
    Ear.open.push(this);
  }
  close() {
    Ear.open = Ear.open.filter((one) => one !== this);
  }
}

const hears = (kind: string) =>
  act(async () => {
    for (const ear of Ear.open) ear.dispatchEvent(new Event(kind));
  });

beforeEach(() => {
  vi.stubGlobal("EventSource", Ear);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Ear.open = [];
});

function Page() {
  const { advice, problem, beforeUpload, updating } = useAdvice("db_1", {});
  useQuery({ ...sourcesQuery("db_1", {}), enabled: advice !== undefined });
  return (
    <main aria-busy={updating}>
      <BeforeUploadNotice before={beforeUpload} />
      <p>{problem?.message ?? advice?.verdict.text ?? "nothing yet"}</p>
    </main>
  );
}

const withText = (text: string, before: typeof BEFORE | null) =>
  anAdvice({ before_upload: before, verdict: { ...anAdvice().verdict, text } });
const sourcesAsked = () => requests().filter(({ url }) => url.includes("/advice/sources")).length;

it.each([
  ["an answer", { body: withText("Of before.", BEFORE) }, "Of before."],
  ["a refusal", refusal(409, { ...REFUSED, before_upload: BEFORE }), "There is no such segment."],
])(
  "shows %s from before an upload until an event tells of the present one",
  async (_, old, text) => {
    answer(ADVICE, old);
    answer("GET /api/v1/databases/db_1/advice/sources", { body: someSources() });
    show(<Page />);
    const notice = await screen.findByRole("status");
    expect(notice).toHaveTextContent(/a\.html, b\.html and 5 more/);
    expect(notice.querySelector("time")).toHaveAttribute("datetime", BEFORE.at);
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole("main")).toHaveAttribute("aria-busy", "false");
    const asked = sourcesAsked();

    answer(ADVICE, { body: withText("Of now.", null) });
    await hears("report.parsed");
    expect(screen.getByText(text)).toBeVisible();
    await hears("advice.ready");
    expect(await screen.findByText("Of now.")).toBeVisible();
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    expect(sourcesAsked()).toBe(asked + 1);
    expect(Ear.open).toHaveLength(0);
  },
);

const BAD_SSD = {
  code: "bad-capacity",
  detail: "capacity 'lots' is not a size",
  errors: [{ code: "bad-capacity", detail: "capacity 'lots' is not a size", parameter: "ssd" }],
};

function Asking({ params }: { params: AdviceParams }) {
  const { advice, problem, leftOut } = useAdvice("db_1", params);
  return (
    <p>
      {problem?.message} | {advice?.verdict.text} | {leftOut.join(" ")}
    </p>
  );
}

it.each([
  ["the field that is at fault", refusal(422, BAD_SSD), "ssd"],
  ["all of it where no field is named", refusal(409, REFUSED), "ssd price"],
])("a refused question is asked without %s, where there is no answer yet", async (_, no, out) => {
  const body = withText("Of the rest.", null);
  answer(ADVICE, ({ url }) => (new URL(url).searchParams.has("ssd") ? no : { body }));
  show(<Asking params={{ ssd: "lots", price: 5 }} />);
  expect(await screen.findByText(new RegExp(`\\| Of the rest. \\| ${out}$`))).toBeVisible();
  const asked = requests().map(({ url }) => new URL(url).search);
  expect(asked).toEqual(["?ssd=lots&price=5", out === "ssd" ? "?price=5" : ""]);
});

it("looks once it listens: the answer may have been made a moment before", async () => {
  answer(ADVICE, { body: withText("Of before.", BEFORE) });
  show(<Page />);
  await screen.findByRole("status");
  answer(ADVICE, { body: withText("Of now.", null) });
  await hears("open");
  expect(await screen.findByText("Of now.")).toBeVisible();
});

it("listens to nothing where the answer is the present one", async () => {
  answer(ADVICE, { body: withText("Of now.", null) });
  show(<Page />);
  expect(await screen.findByText("Of now.")).toBeVisible();
  expect(Ear.open).toHaveLength(0);
});
