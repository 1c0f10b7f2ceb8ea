import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { EvidenceDrawer } from "@/features/evidence/evidence-drawer";
import { DropAnywhere } from "@/features/uploads/drop-anywhere";
import { ThemeSwitch } from "./theme-switch";

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

/** Sends files and shows them on their way. What sends them is fetched when it is needed. */
function useSendFiles() {
  const navigate = useNavigate();
  return useCallback(
    (files: File[]) => {
      void import("@/features/uploads/sending").then(({ sendFiles }) => {
        sendFiles(files, { period: "before", mask: "keep" }, () => undefined);
        void navigate({ to: "/uploads" });
      });
    },
    [navigate],
  );
}

/** The frame around every page. */
export function Shell() {
  const main = useFocusOnNewPage();
  const send = useSendFiles();
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
        </nav>
        <ThemeSwitch />
      </header>
      <DropAnywhere onFiles={send} />
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
    </EvidenceDrawer>
  );
}
