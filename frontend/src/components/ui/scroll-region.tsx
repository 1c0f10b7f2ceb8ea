import type { ReactNode } from "react";

interface Props {
  label: string;
  children: ReactNode;
}

/** Wide content that scrolls by itself; focusable, so that the keyboard can scroll it too. */
export function ScrollRegion({ label, children }: Props) {
  return (
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
