import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";
import { FOLDER, hours, shell } from "./commands";

/** Counters since start-up say little of a busy hour; their difference says all of it. */
export function Twice({ pack }: { pack: boolean }) {
  if (pack)
    return (
      <Section title="One run is enough" long>
        <p>
          AWR holds each hour already. The last 24 are read; name others by the database
          server&apos;s clock, such as a whole day at the end of the month:
        </p>
        <Command text={hours.shell} name="collect other hours with SQL*Plus" />
        <Command text={hours.live()} name="collect other hours over the network" />
      </Section>
    );
  return (
    <Section title="Run it twice for a busy hour" long>
      <p>
        Counters run since the instance started. Collect at the beginning and at the end of a busy
        hour, without a restart between them, and upload both files: the difference is that hour.
      </p>
      <Command text={shell.collect(false, `${FOLDER}_1`)} name="the first of two runs" />
      <Command text={shell.collect(false, `${FOLDER}_2`)} name="the second of two runs" />
    </Section>
  );
}
