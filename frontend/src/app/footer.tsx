import { KeysHelp } from "./keys-help";
import "./footer.css";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What holds for all that is above. */
export function Footer() {
  return (
    <footer className="shell-footer quiet small no-print">
      <p>
        Times of reports and hours are those of the database’s own clock; when something was sent,
        decided or answered is in your time zone, {ZONE}.
      </p>
      <KeysHelp />
    </footer>
  );
}
