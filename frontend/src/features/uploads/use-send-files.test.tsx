import { Button } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { useSendFiles } from "./use-send-files";

const { sendFiles } = vi.hoisted(() => ({ sendFiles: vi.fn() }));
vi.mock("./sending", () => ({ sendFiles }));

function Send() {
  const send = useSendFiles();
  return <Button onClick={() => void send([new File(["x"], "a.html")])}>send</Button>;
}

it("asks for the list anew when a file has arrived, for it may be older than the file", async () => {
  sendFiles.mockImplementation((_files, _how, onSent: () => void) => onSent());
  const { client } = show(<Send />);
  client.setQueryData(["uploads", "batches"], { items: [] });
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  await vi.waitFor(() =>
    expect(client.getQueryState(["uploads", "batches"])?.isInvalidated).toBe(true),
  );
});
