import { Button } from "@mantine/core";
import { useState } from "react";
import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { SideDrawer } from "@/components/ui/side-drawer";
import { fieldOf } from "@/lib/question";
import { PartsField } from "./parts-field";
import { groupsOf } from "./stated-groups";
import "./setup.css";

/** States what lies where and how fast it is; begins with what was found. */
export function EditStorage({ storage }: { storage: Advice["storage_today"] }) {
  const { state, change } = useCase();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        Edit
      </Button>
      <SideDrawer
        title="Storage today"
        what="what you state of storage"
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <div className="stack-tight">
          {state.storage === undefined && (
            <p className="small">
              {storage.groups.some(({ inferred }) => !inferred)
                ? "What you stated, and the places found in the reports."
                : "As found in the reports; stated once you change something."}
            </p>
          )}
          <PartsField
            field={fieldOf("storage")}
            value={state.storage ?? JSON.stringify(groupsOf(storage))}
            onChange={(value) =>
              change({
                storage: value as string | undefined,
                media: undefined,
                spindles: undefined,
                raid: undefined,
              })
            }
          />
          {state.storage !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => change({ storage: undefined })}
            >
              As found again
            </Button>
          )}
        </div>
      </SideDrawer>
    </>
  );
}
