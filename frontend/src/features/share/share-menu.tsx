import { Button, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCase } from "@/case/case";
import { asProblem } from "@/api/problem";
import { saveCase } from "./save-case";

/** What leaves this page: paper, one file, or another report that comes in. */
export function ShareMenu() {
  const shown = useCase();
  const client = useQueryClient();
  const save = useMutation({ mutationFn: () => saveCase(client, shown) });
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied("The link to what you see is copied.");
    } catch {
      setCopied("This browser lets no page copy here: take the link from the address bar.");
    }
  };
  const params = { databaseId: shown.database.id };
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={save.isPending}>
            Share, print ▾
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copy()}>Copy a link to what you see</Menu.Item>
          <Menu.Item onClick={() => window.print()}>Print this tab</Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link
                to="/databases/$databaseId/print"
                params={params}
                search={shown.state}
                {...props}
              />
            )}
          >
            The whole case for print
          </Menu.Item>
          <Menu.Item disabled={!shown.advice} onClick={() => save.mutate()}>
            Save the case as one file
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => <Link to="/uploads" search={{ period: "after" }} {...props} />}
          >
            Add an after-report
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span role="status" className={save.isError || copied ? "small" : "visually-hidden"}>
        {copied}
        {save.isError && asProblem(save.error).message}
        {save.isSuccess && "The case is saved."}
      </span>
    </>
  );
}
