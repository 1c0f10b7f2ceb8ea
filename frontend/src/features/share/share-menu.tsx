import { Button, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCase } from "@/case/case";
import { asProblem } from "@/api/problem";
import { saveCase } from "./save-case";

/** What leaves this page: paper, one file, or another report that comes in. */
export function ShareMenu() {
  const shown = useCase();
  const client = useQueryClient();
  const save = useMutation({ mutationFn: () => saveCase(client, shown) });
  const params = { databaseId: shown.database.id };
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={save.isPending}>
            Print, save ▾
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
      <span role="status" className={save.isError ? "small" : "visually-hidden"}>
        {save.isError && asProblem(save.error).message}
        {save.isSuccess && "The case is saved."}
      </span>
    </>
  );
}
