import { Button } from "@mantine/core";
import { Suspense, lazy, useState } from "react";
import { useCase } from "@/case/case";
import { SideDrawer } from "@/components/ui/side-drawer";

const Setup = lazy(() => import("@/features/setup/setup").then((m) => ({ default: m.Setup })));

/** What is known of the machine beyond the size of the SSD, from any tab. */
export function SetupButton() {
  const { state, advice, problem, change } = useCase();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        Device, storage, users
      </Button>
      <SideDrawer
        title="Device, storage, users"
        what="these settings"
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <Suspense fallback={<p className="quiet">One moment …</p>}>
          <Setup state={state} advice={advice} refused={problem?.fields} onChange={change} />
        </Suspense>
      </SideDrawer>
    </>
  );
}
