import { Button } from "@mantine/core";
import { CopyButton } from "@/components/ui/copy-button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { SourceButton } from "@/components/ui/source-button";
import { Term } from "@/components/ui/term";
import { Value } from "@/components/ui/value";
import { VerdictTag } from "@/components/ui/verdict-tag";
import { Allowed } from "@/features/accounts/allowed";
import { QualityNote } from "@/features/header/quality-note";
import { UNKNOWN } from "@/lib/format";
import { anAdvice, anEvidence } from "@/test/builders";
import type { Shown } from "../shown";

const nothing = () => undefined;
const problem = {
  message: "The report of 11:00 cannot be read.",
  advice: "Upload it again as Oracle wrote it.",
  requestId: "req_01",
};
const verdict = (state: "move" | "needs" | "memory-first" | "leave" | "not-enough-data") => (
  <VerdictTag verdict={{ state, tag: state }} />
);
const { quality } = anAdvice();

export const shown: readonly Shown[] = [
  {
    component: "Value",
    states: {
      known: <Value>8.8 ms</Value>,
      unknown: <Value why="no sizes">{UNKNOWN}</Value>,
    },
  },
  {
    component: "Verdict tag",
    states: {
      "do it": verdict("move"),
      "needs something": verdict("needs"),
      "something else first": verdict("memory-first"),
      "leave it": verdict("leave"),
      "not enough data": verdict("not-enough-data"),
    },
  },
  {
    component: "Problem notice",
    states: {
      "said and advised": <ProblemNotice problem={problem} />,
      "can be tried again": (
        <ProblemNotice
          problem={{ ...problem, advice: null, requestId: null }}
          title="No answer"
          onRetry={nothing}
        />
      ),
    },
  },
  {
    component: "Section",
    states: {
      "with words below its title": (
        <Section title="Options" intro="Forecast for the same work as today." aside="aside">
          <p>What it holds.</p>
        </Section>
      ),
    },
  },
  {
    component: "Term",
    states: {
      "in a sentence": (
        <p>
          Beyond the <Term word="knee" /> little is gained.
        </p>
      ),
    },
  },
  {
    component: "Source button",
    states: {
      "one source": <SourceButton of="DB time" evidence={[anEvidence()]} />,
      "no source": <SourceButton of="DB time" evidence={[]} />,
    },
  },
  {
    component: "Copy button",
    states: { ready: <CopyButton text="x" name="script" onRefused={nothing} /> },
  },
  {
    component: "Allowed",
    lacks: ["uploads:write"],
    states: {
      "forbidden, with the role that may": (
        <Allowed scope="uploads:write" to="upload files">
          <Button>Upload</Button>
        </Allowed>
      ),
      "forbidden, said over it": (
        <Allowed scope="uploads:write" to="upload files" quiet>
          <Button>Upload</Button>
        </Allowed>
      ),
      allowed: (
        <Allowed scope="plans:write" to="draft plans">
          <Button>Draft</Button>
        </Allowed>
      ),
    },
  },
  {
    component: "Quality note",
    states: {
      B: <QualityNote quality={quality} />,
      D: <QualityNote quality={{ ...quality, grade: "D", meaning: "do not act on it" }} />,
    },
  },
];
