const MARKS = { sending: "↑", running: "…", read: "✓", partly: "!", failed: "!" } as const;

interface Props {
  state: keyof typeof MARKS;
  text: string;
}

/** A state as mark and word, so that colour is never the only sign. */
export function StateWord({ state, text }: Props) {
  return (
    <span className={`state-word state-${state}`}>
      <span aria-hidden="true">{MARKS[state]}</span> {text}
    </span>
  );
}
