import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { collectionQueriesQuery } from "@/api/collection-queries";
import { collectorQuery } from "@/api/collector";
import type { Collector } from "@/api/types";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { QueryList } from "@/components/ui/query-list";
import { Section } from "@/components/ui/section";
import "./collect.css";
import { FilesRead } from "./files-read";
import { Grants } from "./grants";
import { LicenceSwitch } from "./licence-switch";
import { LiveWay } from "./live-way";
import { Masking } from "./masking";
import { Notes } from "./notes";
import { ShellWay } from "./shell-way";
import { Twice } from "./twice";
import { WhatItDoes } from "./what-it-does";

interface Props {
  pack: boolean;
  onPack: (pack: boolean) => void;
}

/** All of the page that follows from what is collected: shown at once, so that nothing moves when it comes. */
function Ways({ collector, pack }: { collector: UseQueryResult<Collector>; pack: boolean }) {
  const queries = useQuery(collectionQueriesQuery);
  return (
    <>
      {collector.isError && (
        <ProblemNotice
          problem={asProblem(collector.error)}
          onRetry={() => void collector.refetch()}
        />
      )}
      <div className="ways">
        {collector.data && <ShellWay pack={pack} scripts={collector.data.scripts} />}
        <LiveWay pack={pack} />
      </div>
      <Twice pack={pack} />
      <WhatItDoes pack={pack} />
      <Notes />
      {collector.data && <Grants collector={collector.data} pack={pack} />}
      <Masking pack={pack} />
      {collector.data && <FilesRead collector={collector.data} pack={pack} />}
      <Section
        title="Or one by one"
        long
        intro="Where the collector may not be run: these three, pasted into SQL*Plus, are the next best."
      >
        {queries.data && <QueryList queries={queries.data.items} />}
      </Section>
    </>
  );
}

/** How to get everything Segtier can use out of a database, in one run. */
export function Collect({ pack, onPack }: Props) {
  const collector = useQuery(collectorQuery);
  return (
    <div className="stack collect">
      <section className="panel stack-tight" aria-labelledby="collect-title">
        <div className="row spread">
          <h1 id="collect-title">Collect everything in one run</h1>
          <Button
            size="compact-sm"
            className="no-print"
            renderRoot={(props) => <Link to="/uploads" {...props} />}
          >
            Upload the file
          </Button>
        </div>
        <p>
          An AWR report lists the top five segments and no sizes. One read-only run brings all
          segments with their sizes and I/O, and what decides how each can be moved: one file to
          upload.
        </p>
        <LicenceSwitch pack={pack} onPack={onPack} />
      </section>
      {collector.isPending ? (
        <p className="quiet">Looking what the collector asks for …</p>
      ) : (
        <Ways collector={collector} pack={pack} />
      )}
    </div>
  );
}
