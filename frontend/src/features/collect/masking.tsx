import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";
import { MAP_FILE, live, mask, unmask } from "./commands";

/** For names that may not leave the house. */
export function Masking({ pack }: { pack: boolean }) {
  return (
    <Section title="Names that may not leave" long>
      <p>
        Mask before you upload: owners, segments, tablespaces and hosts become tokens.{" "}
        <code>{MAP_FILE}</code> says what stands for what; keep it, and never upload it. While
        collecting:
      </p>
      <Command text={live.masked(pack)} name="collect masked over the network" />
      <p>
        Or afterwards, on a machine that has Segtier; then upload <code>masked.zip</code>:
      </p>
      <Command text={mask} name="mask before uploading" />
      <p>
        A plan made here from masked files names tokens. Download its scripts, and put the names
        back at home:
      </p>
      <Command text={unmask} name="put the names back" />
    </Section>
  );
}
