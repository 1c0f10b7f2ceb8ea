import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import "@fontsource-variable/inter/wght.css";
import "@/app/mantine.css";
import "@/app/theme.css";
import "@/app/layout.css";
import type { Shown } from "./shown";
import { Stand } from "./stand";
import "./workbench.css";

const FILES = import.meta.glob<{ shown: readonly Shown[] }>("./states/*.tsx", { eager: true });
const ALL = Object.values(FILES).flatMap(({ shown }) => shown);

function Bench() {
  return (
    <main className="shell-main stack">
      <h1>Workbench</h1>
      {ALL.map(({ component, states, lacks }) => (
        <section key={component} data-component={component} className="panel stack-tight">
          <h2>{component}</h2>
          {Object.entries(states).map(([state, shown]) => (
            <figure key={state} className="bench-state">
              <figcaption className="quiet small">{state}</figcaption>
              <Stand lacks={lacks}>
                <Suspense fallback="…">{shown}</Suspense>
              </Stand>
            </figure>
          ))}
        </section>
      ))}
    </main>
  );
}

createRoot(document.getElementById("root")!).render(<Bench />);
