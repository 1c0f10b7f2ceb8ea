import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { collectionQueriesQuery } from "@/api/collection-queries";
import { Allowed } from "@/features/accounts/allowed";
import { CollectLink } from "@/components/ui/collect-link";
import { QueryList } from "@/components/ui/query-list";
import { Section } from "@/components/ui/section";
import "./first-run.css";
import { SampleProgress } from "./sample-progress";
import { useArrivals } from "./use-arrivals";
import { useSample } from "./use-sample";

interface Props {
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

/** The empty first page: what this is for, two ways in, and what to collect. */
export function FirstRun({ onOpenDatabase, onUpload }: Props) {
  const sample = useSample(onOpenDatabase);
  useArrivals(sample.busy);
  const queries = useQuery(collectionQueriesQuery);
  return (
    <div className="stack">
      <section className="panel first-run">
        <h1>Which parts of an Oracle database belong on SSD, and is it worth it?</h1>
        <p>
          Segtier reads AWR reports and answers with a verdict, a forecast and the scripts. It never
          connects to your database and runs nothing there.
        </p>
        <div className="row first-run-ways">
          <Allowed scope="uploads:write" to="load the sample or upload">
            <Button size="md" onClick={sample.start} disabled={sample.busy}>
              Try the sample
            </Button>
            <Button size="md" onClick={onUpload} disabled={sample.busy}>
              Upload my reports
            </Button>
          </Allowed>
        </div>
        <SampleProgress sample={sample} />
        <p className="quiet small">
          The sample is made up: an order-entry database of 500 GB on 8 disks, 24 hourly reports.
        </p>
      </section>
      <Section
        title="What to collect"
        long
        intro="One report is enough for a verdict. The collector brings all the rest in one file, and makes the placement exact."
        aside={<CollectLink />}
      >
        {queries.data && <QueryList queries={queries.data.items} />}
      </Section>
    </div>
  );
}
