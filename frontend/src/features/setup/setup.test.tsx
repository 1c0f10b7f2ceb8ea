import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { Setup } from "./setup";

const type = async (label: string, typed: string) => {
  const onChange = vi.fn();
  show(<Setup state={{}} advice={undefined} onChange={onChange} />);
  await userEvent.type(screen.getByLabelText(label), `${typed}{Enter}`);
  return onChange;
};

describe("a figure is taken", () => {
  it.each([
    ["Users", "400", { users: 400 }],
    ["Think time, s", "0", { think_time_s: 0 }],
    ["Think time, s", "2.5", { think_time_s: 2.5 }],
    ["Response limit, s", "0.5", { response_limit_s: 0.5 }],
  ])("%s %s", async (label, typed, set) =>
    expect(await type(label, typed)).toHaveBeenCalledExactlyOnceWith(set),
  );
});

describe("a figure outside its limits is refused and stays to be put right", () => {
  it.each([
    ["Users", "0", "takes a number from 1 to 1,000,000, not 0"],
    ["Think time, s", "-1", "takes a number from 0 to 86,400, not -1"],
    ["Response limit, s", "0", "takes a number above 0 up to 3,600, not 0"],
    ["Response limit, s", "7200", "takes a number above 0 up to 3,600, not 7200"],
  ])("%s %s", async (label, typed, words) => {
    expect(await type(label, typed)).not.toHaveBeenCalled();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveValue(Number(typed));
  });
});

describe("users and think time go together", () => {
  it.each([
    [{}, false],
    [{ users: 400 }, true],
    [{ think_time_s: 0 }, true],
    [{ users: 400, think_time_s: 0 }, false],
  ])("%o", (state, asked) => {
    show(<Setup state={state} advice={undefined} onChange={vi.fn()} />);
    expect(screen.queryByRole("status") !== null).toBe(asked);
  });
});
