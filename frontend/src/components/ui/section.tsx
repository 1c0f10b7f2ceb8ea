import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  id?: string;
  intro?: ReactNode;
  aside?: ReactNode;
  long?: boolean;
  children: ReactNode;
}

/** One panel of a page, named by its heading. `long` panels may break across printed pages. */
export function Section({ title, id, intro, aside, long = false, children }: Props) {
  const heading = useId();
  return (
    <section
      id={id}
      className={`panel stack-tight ${long ? "panel-long" : ""}`}
      aria-labelledby={heading}
    >
      <div className="row spread">
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {intro && <p className="quiet small">{intro}</p>}
      {children}
    </section>
  );
}
