import { Link } from "@tanstack/react-router";
import { useCase } from "@/case/case";
import { isOffline } from "@/lib/offline";
import { TABS, isServed, standsBack } from "@/lib/tabs";

/** The way to each tab; those that tell of SSD stand back where the answer is not to buy it. */
export function DatabaseTabs() {
  const { database, advice } = useCase();
  return (
    <nav className="tabs no-print" aria-label={`Tabs of ${database.name}`}>
      {TABS.filter(({ key }) => !isOffline() || !isServed(key)).map(({ to, label, key }) => {
        const back = standsBack(key, advice?.verdict);
        return (
          <Link
            key={key}
            to={to}
            params={{ databaseId: database.id }}
            search={(old) => old}
            activeOptions={{ exact: true, includeSearch: false }}
            className={`tab ${back ? "tab-back" : ""}`}
            title={back ? advice?.verdict.headline : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
