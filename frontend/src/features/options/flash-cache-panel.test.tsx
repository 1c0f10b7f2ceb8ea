import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { OptionAdvice } from "@/api/types";
import { show } from "@/test/show";
import { FlashCachePanel } from "./flash-cache-panel";

type Sizing = NonNullable<OptionAdvice["flash_cache"]>;
type InUse = NonNullable<Sizing["in_use"]>;

const GIB = 1024 ** 3;
const NOTHING_TOLD: InUse = {
  size_bytes: 64 * GIB,
  hits_per_s: null,
  hit_share: null,
  inserts_per_s: null,
  evictions_per_s: null,
  skipped: [],
  stays_s: null,
  stalled_pct: null,
  remarks: [],
};

function panel(part: Partial<InUse>) {
  const sizing = {
    size_bytes: 64 * GIB,
    metadata_bytes: GIB,
    hit_ratio: { low: 0.2, expected: 0.3, high: 0.4 },
    buffer_cache_bytes: 6 * GIB,
    in_use: { ...NOTHING_TOLD, ...part },
  } as Sizing;
  show(<FlashCachePanel sizing={sizing} curve={[]} />);
}

it("tells what goes in and out of a flash cache in use, and why the rest does not", () => {
  panel({
    hits_per_s: 10,
    hit_share: 0.25,
    inserts_per_s: 20,
    evictions_per_s: 11,
    stays_s: 7200,
    stalled_pct: 4,
    skipped: [{ reason: "DBWR overloaded", per_s: 5 }],
    remarks: ["DBWR was too busy."],
  });
  expect(
    screen.getByText(
      /^In use today: 64 GiB, 10 hits a second, 25 % of the reads\. 20 blocks a second come in, 11 leave, a block stays 2 hours at most, free buffer waits take 4 % of DB time\.$/,
    ),
  ).toBeVisible();
  expect(screen.getByText("DBWR was too busy.")).toBeVisible();
  const skipped = within(screen.getByRole("table", { name: "Blocks that were not taken in" }));
  expect(skipped.getByRole("row", { name: "DBWR overloaded 5" })).toBeVisible();
});

it("says nothing of what no counter tells", () => {
  panel({});
  expect(screen.getByText(/^In use today: 64 GiB, — hits a second/)).not.toHaveTextContent(
    /come in|leave|stays|free buffer/,
  );
  expect(screen.queryByRole("table")).toBeNull();
});
