import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";
import { live, mask } from "./commands";

/** For names that may not leave the house. */
export function Masking({ pack }: { pack: boolean }) {
  return (
    <Section title="Names that may not leave" long>
      <p>
        Mask before you upload: owners, segments, tablespaces and hosts become tokens.{" "}
        <code>names.json</code> says what stands for what; keep it, and never upload it. While
        collecting:
      </p>
      <Command text={live.masked(pack)} name="collect masked over the network" />
      <p>
        Or afterwards, on a machine that has Segtier; then upload the folder <code>masked</code>:
      </p>
      <Command text={mask} name="mask before uploading" />
      <p>
        Plans made from masked files name tokens. Make yours at home, with the names back:{" "}
        <code>segtier script --map names.json</code>.
      </p>
    </Section>
  );
}
