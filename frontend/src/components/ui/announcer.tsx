/** A polite line for screen readers; empty text says nothing. */
export function Announcer({ children }: { children: string }) {
  return (
    <p role="status" aria-live="polite" className="visually-hidden">
      {children}
    </p>
  );
}
