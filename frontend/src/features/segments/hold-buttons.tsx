import { useCase } from "@/case/case";

type Hold = "pin" | "exclude";

const LABELS: Record<Hold, { text: string; done: string; of: (name: string) => string }> = {
  pin: { text: "pin", done: "✓ pinned", of: (name) => `Pin ${name} to SSD` },
  exclude: { text: "exclude", done: "✕ excluded", of: (name) => `Keep ${name} off SSD` },
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
        aria-label={LABELS[hold].of(name)}
        onClick={toggle}
      >
        {held ? LABELS[hold].done : LABELS[hold].text}
      </button>
    );
  });
}
