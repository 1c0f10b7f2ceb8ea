import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "@/test/show";
import { BeforeUploadNotice } from "./before-upload";

const before = (files: string[], files_total: number) => ({
  at: "2026-01-01T10:00:00.000Z",
  files,
  files_total,
});

it.each([
  [before(["a.html"], 1), /\(a\.html\)\. The new one takes its place/],
  [before(["a.html", "b.html"], 1_202), /\(a\.html, b\.html and 1,200 more\)/],
])("an answer from before an upload says so, and names the files: case %#", (given, words) => {
  show(<BeforeUploadNotice before={given} />);
  const notice = screen.getByRole("status");
  expect(notice).toHaveTextContent(/^This answer is from before the upload of/);
  expect(notice).toHaveTextContent(words);
  expect(notice.querySelector("time")).toHaveAttribute("datetime", given.at);
});

it("the present answer says nothing of it", () => {
  show(<BeforeUploadNotice before={null} />);
  expect(screen.queryByRole("status")).toBeNull();
});
