import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCase } from "@/case/case";
import { ShareMenu } from "@/features/share/share-menu";
import { Announcer } from "@/components/ui/announcer";
import { databaseFacts } from "@/lib/facts";
import { isOffline } from "@/lib/offline";
import { CapacityControl } from "./capacity";
import { DatabaseTabs } from "./database-tabs";
import { QualityNote } from "./quality-note";
import { SetupButton } from "./setup-button";
import "./database-header.css";

/** Which database, how far its data can be trusted, how much SSD there is, and the way to the scripts; on every tab. */
export function DatabaseHeader() {
  const { database, advice, updating, beforeUpload } = useCase();
  const facts = databaseFacts(database, advice);
  const moves = advice?.verdict.state === "move";
  return (
    <header className="database-header">
      <div className="row database-name">
        <h1>{database.name}</h1>
        {database.sample && <span className="tag">sample</span>}
        {database.dbid != null && (
          <span className="quiet small">
            DBID <span className="mono">{database.dbid}</span>
          </span>
        )}
        {advice ? (
          <QualityNote quality={advice.quality} />
        ) : (
          <span className="tag quiet">Data quality …</span>
        )}
        <span className="quiet small database-facts" title={facts}>
          {facts}
        </span>
        <span className="row database-do no-print">
          <span className="quiet small database-updating" aria-hidden="true">
            {updating ? "Updating …" : ""}
          </span>
          <Announcer>
            {updating ? "Updating the answer" : beforeUpload ? "" : "Answer up to date"}
          </Announcer>
          {!isOffline() && (
            <>
              <ShareMenu />
              <SetupButton />
              {/* Its place is kept, so that nothing moves when the answer comes. */}
              <span className={`database-scripts ${moves ? "" : "kept"}`}>
                <Button
                  size="compact-sm"
                  renderRoot={(props) => (
                    <Link
                      to="/databases/$databaseId/plan"
                      params={{ databaseId: database.id }}
                      search={(old) => old}
                      {...props}
                    />
                  )}
                >
                  Get scripts
                </Button>
              </span>
            </>
          )}
        </span>
      </div>
      <div className="database-bar">
        <DatabaseTabs />
        <CapacityControl />
      </div>
    </header>
  );
}
