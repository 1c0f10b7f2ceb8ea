import { Modal } from "@mantine/core";

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

/** Which keys do what. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size="lg">
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
  );
}
