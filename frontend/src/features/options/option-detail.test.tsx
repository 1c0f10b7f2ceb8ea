import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { anOption } from "@/test/builders";
import { showInCase } from "@/test/show";
import { OptionDetail } from "./option-detail";

function shown(notes: string[]) {
  const option = anOption({ option: "segments", title: "Best segments on SSD", notes });
  showInCase(<OptionDetail option={option} />);
  return screen.queryAllByRole("listitem").map((item) => item.textContent);
}

it.each([
  [["Of what the 9 segments save: 3 save 80 %.", "100 GB more SSD would save 12 s."]],
  [[]],
])("has what fewer moves and more SSD would save, a line each: %j", (notes: string[]) => {
  expect(shown(notes)).toEqual(notes);
});
