import { isOffline } from "@/lib/offline";
import { KeysHelp } from "./keys-help";
import "./footer.css";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What holds for all that is above. */
export function Footer() {
  return (
    <footer className="shell-footer quiet small no-print">
      <p>Reports: the database’s clock. All else: {ZONE}.</p>
      {!isOffline() && <a href="/docs">REST API</a>}
      <KeysHelp />
    </footer>
  );
}
