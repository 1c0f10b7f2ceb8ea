import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect } from "react";

/** What keys do, by where the focus is. */
const KEYS: readonly { where: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    where: "On every page",
    keys: [
      ["?", "show this list"],
      ["/", "go to the filter of the page"],
      ["Tab", "next control; the first one skips to the content"],
      ["Esc", "close what is open"],
    ],
  },
  {
    where: "Amount of SSD",
    keys: [
      ["← →", "a step less, a step more"],
      ["Home End", "none, all"],
    ],
  },
  {
    where: "Overview of all hours (Load)",
    keys: [
      ["← →", "move the part in view, or the end that has the focus"],
      ["Page Up, Page Down", "the same in large steps"],
      ["Home End", "to the first hour, to the last"],
    ],
  },
  {
    where: "Map of segments",
    keys: [
      ["← → ↑ ↓", "to the neighbour"],
      ["Home End", "to the largest, to the smallest"],
      ["Enter", "open the group, or choose the segment"],
    ],
  },
  {
    where: "A size in the table of segments",
    keys: [
      ["Enter", "state it"],
      ["Esc", "leave it as it was"],
    ],
  },
];

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

/** The list of keys, and the button that shows it. */
export function KeysHelp() {
  const [opened, { open, close }] = useDisclosure(false);
  useKeys(open);
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={open}>
        Keys <kbd>?</kbd>
      </Button>
      <Modal opened={opened} onClose={close} title="Keys" size="lg">
        {KEYS.map(({ where, keys }) => (
          <section key={where} className="keys-of">
            <h3>{where}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key} className="keys-row">
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Modal>
    </>
  );
}
