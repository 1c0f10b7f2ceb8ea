import { Announcer } from "@/components/ui/announcer";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { BatchCard } from "./batch-card";
import { type Tally, cardsOf, sumOf, tallyOf, tallyText } from "./cards";
import type { UploadsState } from "./use-uploads";

const STEP_PCT = 25;

/** Spoken at quarter steps while files are read, and once at the end. */
function spoken(counts: Tally): string {
  if (counts.total === 0) return "";
  if (counts.running === 0) return tallyText(counts);
  const pct = Math.floor((100 * (counts.total - counts.running)) / counts.total);
  return `${Math.floor(pct / STEP_PCT) * STEP_PCT} percent of ${plural(counts.total, "file")} done`;
}

interface Props {
  uploads: UploadsState;
  onFiles: (files: File[]) => void;
}

/** Everything that was sent, a card for each time, the newest first. */
export function UploadList({ uploads, onFiles }: Props) {
  const cards = cardsOf(uploads.batches, uploads.items, uploads.lost);
  const counts = sumOf(cards.map(tallyOf));
  if (cards.length === 0) return null;
  return (
    <Section title="Files" aside={<span className="num">{tallyText(counts)}</span>} long>
      <Announcer>{spoken(counts)}</Announcer>
      {cards.map((card) => (
        <BatchCard key={card.id} card={card} uploads={uploads} onFiles={onFiles} />
      ))}
    </Section>
  );
}
