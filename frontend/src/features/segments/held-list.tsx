import { useCase } from "@/case/case";

const WORDS = { pin: "Goes to SSD as you said", exclude: "Stays as you said" } as const;

/** What somebody has decided about segments, each to be taken back. */
export function HeldList() {
  const { state, change } = useCase();
  return (["pin", "exclude"] as const).map((hold) => {
    const names = state[hold] ?? [];
    if (names.length === 0) return null;
    return (
      <p key={hold} className="row small">
        <strong>{WORDS[hold]}:</strong>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tag held-name mono"
            aria-label={`Take back: ${name}`}
            onClick={() => {
              const left = names.filter((one) => one !== name);
              change({ [hold]: left.length > 0 ? left : undefined });
            }}
          >
            {name} <span aria-hidden="true">✕</span>
          </button>
        ))}
      </p>
    );
  });
}
