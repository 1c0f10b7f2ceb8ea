import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import type { Upload } from "@/api/types";
import { uploadContentsQuery } from "@/api/uploads";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { databaseLabel } from "@/lib/database-name";
import { plural } from "@/lib/format";
import { type Missing, bundleText, missingFiles } from "./bundle-text";

function ItsDatabase({ id }: { id: string }) {
  const databases = useQuery(databasesQuery);
  const all = databases.data?.items ?? [];
  const database = all.find((one) => one.id === id);
  if (!database) return null;
  return (
    <>
      . Belongs to{" "}
      <Link to="/databases/$databaseId" params={{ databaseId: id }}>
        {databaseLabel(database, all)}
      </Link>
    </>
  );
}

function MissingList({ missing }: { missing: readonly Missing[] }) {
  return (
    <ul className="bundle-missing">
      {missing.map(({ reason, files }) => (
        <li key={reason}>
          {reason}: <span className="quiet">{files.join(", ")}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a bundle of the collector held, and what it did not and why. */
export function BundleContents({ upload }: { upload: Upload }) {
  const contents = useQuery(uploadContentsQuery(upload.id));
  if (contents.isError) return <ProblemNotice problem={asProblem(contents.error)} />;
  if (!contents.data) return <p className="quiet small">Looking what was in it …</p>;
  const missing = missingFiles(contents.data);
  const refused = missing.filter((group) => group.refused);
  const files = missing.reduce((sum, group) => sum + group.files.length, 0);
  return (
    <div className="stack-tight small">
      <p>
        {bundleText(contents.data)}
        {upload.database_id && <ItsDatabase id={upload.database_id} />}.
      </p>
      {refused.length > 0 && (
        <div className="notice notice-warn">
          <p>Could not be collected; grant it and run the collector again:</p>
          <MissingList missing={refused} />
        </div>
      )}
      {files > 0 && (
        <details>
          <summary>{plural(files, "file")} not in it</summary>
          <MissingList missing={missing} />
        </details>
      )}
    </div>
  );
}
