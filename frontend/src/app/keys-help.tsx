import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, lazy, useEffect } from "react";

const KeysDialog = lazy(() => import("./keys-dialog"));

const TYPED_INTO =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";

/** The first filter in view; it says what it is by its type or its label. */
function goToFilter(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>("main [data-filter]");
  const filter = [...inputs].find((one) => one.checkVisibility?.() ?? true);
  filter?.focus();
  return filter !== undefined;
}

/** Keys that do something wherever the focus is, but for where somebody types. */
function useKeys(help: () => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.matches(TYPED_INTO);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") help();
      if (event.key === "/" && goToFilter()) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [help]);
}

/** The list of keys, fetched when it is asked for, and the button that shows it. */
export function KeysHelp() {
  const [opened, { open, close }] = useDisclosure(false);
  useKeys(open);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Keys <kbd>?</kbd>
      </Button>
      {opened && (
        <Suspense>
          <KeysDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
