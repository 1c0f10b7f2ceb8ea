import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLacking } from "@/features/accounts/allowed";
import { WhoIsIn } from "@/features/accounts/who-is-in";
import { EvidenceDrawer } from "@/features/evidence/evidence-drawer";
import { DropAnywhere } from "@/features/uploads/drop-anywhere";
import { useSendFiles } from "@/features/uploads/use-send-files";
import { savedCase } from "@/lib/offline";
import { Footer } from "./footer";
import { usePageTitle } from "./page-title";
import { ThemeSwitch } from "./theme-switch";

const SAVED_TO_MINUTE = 16;

/** Moves focus to the new page's content after a change of page, never on the first load or within a page. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current && path && last.current !== path) main.current?.focus();
    last.current = path;
  }, [path]);
  return main;
}

/** The frame around a saved case: no way to pages that only a server has. */
function SavedShell({ savedAt }: { savedAt: string }) {
  return (
    <>
      <header className="shell-header">
        <span className="shell-brand">Segtier</span>
        <p className="shell-nav quiet small">
          Saved {savedAt.slice(0, SAVED_TO_MINUTE).replace("T", " ")} UTC. This file asks nothing of
          any network; figures are of then.
        </p>
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
    </>
  );
}

/** The frame around every page. */
export function Shell() {
  const saved = savedCase();
  usePageTitle();
  return saved ? <SavedShell savedAt={saved.savedAt} /> : <ServedShell />;
}

function ServedShell() {
  const main = useFocusOnNewPage();
  const send = useSendFiles();
  const mayUpload = useLacking("uploads:write") === null;
  return (
    <EvidenceDrawer>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <header className="shell-header">
        <Link to="/" className="shell-brand">
          Segtier
        </Link>
        <nav className="shell-nav" aria-label="Main">
          <Link to="/" activeOptions={{ exact: true }}>
            Databases
          </Link>
          <Link to="/collect">Collect</Link>
          <Link to="/uploads">Uploads</Link>
          <Link to="/scoreboard">Scoreboard</Link>
        </nav>
        <ThemeSwitch />
        <WhoIsIn />
      </header>
      {mayUpload && <DropAnywhere onFiles={(files) => void send(files)} />}
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
      <Footer />
    </EvidenceDrawer>
  );
}
