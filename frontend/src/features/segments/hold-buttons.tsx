import { useCase } from "@/case/case";

type Hold = "pin" | "exclude";

/** What its button says, and of which segment to those who do not see where it stands. */
const WORDS: Record<Hold, { text: string; done: string; of: string }> = {
  pin: { text: "pin", done: "pinned", of: "to SSD" },
  exclude: { text: "exclude", done: "excluded", of: "from SSD" },
};
const OTHER: Record<Hold, Hold> = { pin: "exclude", exclude: "pin" };

/** Without a name among them; undefined where none is left. */
const without = (names: readonly string[] | undefined, name: string) => {
  const left = (names ?? []).filter((one) => one !== name);
  return left.length > 0 ? left : undefined;
};

/** Whether a segment is held where it is or goes to SSD whatever it saves, and the way to say so. */
export function HoldButtons({ name }: { name: string }) {
  const { state, change } = useCase();
  return (["pin", "exclude"] as const).map((hold) => {
    const held = state[hold]?.includes(name) ?? false;
    const said = held ? WORDS[hold].done : WORDS[hold].text;
    const toggle = () =>
      change({
        [hold]: held ? without(state[hold], name) : [...(state[hold] ?? []), name],
        [OTHER[hold]]: without(state[OTHER[hold]], name),
      });
    return (
      <button
        key={hold}
        type="button"
        className={`source-button ${held ? "held" : ""}`}
        aria-pressed={held}
        aria-label={`${said}: ${name} ${WORDS[hold].of}`}
        onClick={toggle}
      >
        {said}
      </button>
    );
  });
}
