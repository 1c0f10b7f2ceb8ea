import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { UsersFields } from "./users-fields";

const type = async (label: string, typed: string) => {
  const onChange = vi.fn();
  show(<UsersFields state={{}} onChange={onChange} />);
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
    ["Users", "0", "From 1 to 1,000,000"],
    ["Think time, s", "-1", "From 0 to 86,400"],
    ["Response limit, s", "0", "From 0.001 to 3,600"],
    ["Response limit, s", "7200", "From 0.001 to 3,600"],
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
    show(<UsersFields state={state} onChange={vi.fn()} />);
    expect(screen.queryByRole("status") !== null).toBe(asked);
  });
});
