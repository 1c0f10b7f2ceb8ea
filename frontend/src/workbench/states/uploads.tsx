import { Attention } from "@/features/uploads/attention";
import { BatchCard } from "@/features/uploads/batch-card";
import type { Card } from "@/features/uploads/cards";
import { SendingRow } from "@/features/uploads/sending-row";
import { UploadRow } from "@/features/uploads/upload-row";
import type { UploadsState } from "@/features/uploads/use-uploads";
import { Problem } from "@/api/problem";
import type { Upload } from "@/api/types";
import { aBatch, aFault, anUpload, someMembers } from "@/test/builders";
import type { Shown } from "../shown";
import "@/features/uploads/uploads.css";

const nothing = () => undefined;
const row = (part: Partial<Upload>) => (
  <ul className="upload-list">
    <UploadRow upload={anUpload(part)} onRetry={nothing} onRemove={nothing} />
  </ul>
);
const warning = { code: "truncated", message: "The report ends early.", section: null, line: null };
const bad = anUpload({ id: "u2", file: "bad.html", state: "failed", error: aFault() });
const uploads = {
  pending: false,
  items: [],
  batches: [],
  lost: [],
  taken: null,
  map: { text: null, saved: true, leftOut: [] },
  add: nothing,
  goOnWithMap: nothing,
  markMapSaved: nothing,
  retrySending: nothing,
  dismiss: nothing,
  forget: nothing,
  retryReading: nothing,
  remove: nothing,
} satisfies UploadsState;
const card = (part: Partial<Card>): Card => ({
  id: "bat_1",
  batch: aBatch(),
  sending: [],
  notSent: [],
  lost: 0,
  known: 0,
  ...part,
});
const file = new File(["x".repeat(1000)], "awrrpt.html");
const item = { id: 1, batch: "bat_1", file, sentBytes: 400, result: null, error: null };
const sending = (part: object) => (
  <ul className="upload-list">
    <SendingRow item={{ ...item, ...part } as never} onRetry={nothing} onDismiss={nothing} />
  </ul>
);
const failed = (files: number) => ({ ...aBatch().states, succeeded: 0, failed: files });
const many = ["a", "b"].map((name) => ({ ...bad, id: name, file: `${name}.html` }));

export const shown: readonly Shown[] = [
  {
    component: "File on its way",
    states: {
      waits: sending({ state: "waiting", sentBytes: 0 }),
      "is sent": sending({ state: "sending" }),
      "was refused": sending({
        state: "failed",
        error: new Problem(413, {
          detail: "The file is larger than 64 MB.",
          advice: "Send it as a ZIP.",
        }),
      }),
    },
  },
  {
    component: "File at the server",
    states: {
      read: row({}),
      "under way": row({ state: "running", stage: "reading", progress_pct: 40 }),
      "waits for room": row({ state: "queued", waits_for: "disk-full" }),
      "breaks off": row({ warnings: [warning] }),
      "was here": row({ duplicate_of: "u0" }),
      "cannot be read": row({ state: "failed", error: aFault() }),
      "an archive with files that could not": row({
        kind: null,
        members: someMembers({ failed: 1 }),
      }),
    },
  },
  {
    component: "What was sent together",
    states: {
      "all read": <BatchCard card={card({})} uploads={uploads} onFiles={nothing} />,
      "one needs a hand": (
        <Attention
          card={card({ batch: aBatch({ failures: [bad], states: failed(1) }) })}
          uploads={uploads}
          onFiles={nothing}
        />
      ),
      "many need one": (
        <Attention
          card={card({ batch: aBatch({ failures: many, states: failed(2) }) })}
          uploads={uploads}
          onFiles={nothing}
        />
      ),
      "files never came": (
        <Attention card={card({ lost: 3 })} uploads={uploads} onFiles={nothing} />
      ),
    },
  },
];
