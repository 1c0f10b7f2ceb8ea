import { useSources } from "@/case/pieces";
import { DbTimePanel } from "@/features/load/db-time-panel";
import { HeatMap } from "@/features/load/heat-map";
import { LatencyPanel } from "@/features/load/latency-panel";
import { LoadProfile } from "@/features/load/load-profile";
import { SessionsPanel } from "@/features/load/sessions-panel";
import { TopStatements } from "@/features/load/top-statements";
import { Answered } from "./answered";

const SEVERAL = 2;

export function LoadTab() {
  const sources = useSources();
  const timeline = sources?.timeline;
  return (
    <Answered tab="load">
      {(advice) => (
        <>
          {timeline && timeline.points.length >= SEVERAL && (
            <SessionsPanel advice={advice} timeline={timeline} />
          )}
          {!sources && (advice.hours?.intervals ?? 1) >= SEVERAL && (
            <div className="panel load-space" aria-busy="true" />
          )}
          <DbTimePanel advice={advice} />
          {!sources && <div className="panel sources-space" aria-busy="true" />}
          {sources && <LatencyPanel latencies={sources.latencies} />}
          {timeline && <HeatMap timeline={timeline} />}
          {sources && <LoadProfile rows={sources.load_profile} />}
          <TopStatements advice={advice} sources={sources} />
        </>
      )}
    </Answered>
  );
}
