import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";
import { FOLDER, live } from "./commands";

/** Over the network, from the user's own machine. */
export function LiveWay({ pack }: { pack: boolean }) {
  return (
    <Section
      title="Over the network, with segtier collect"
      long
      intro="Oracle 12.1 and later. From any machine that has Segtier and reaches the listener; no Oracle client."
    >
      <ol className="steps">
        <li>
          Make a user with the <a href="#grants">grants below</a>. It never logs on as SYSDBA.
        </li>
        <li>
          <p>See how much there is. This collects nothing:</p>
          <Command text={live.estimate} name="estimate over the network" />
        </li>
        <li>
          <p>Collect. It asks for the password:</p>
          <Command text={live.collect(pack)} name="collect over the network" />
        </li>
        <li>
          Upload <code>{FOLDER}.zip</code>. A run that broke off goes on where it was when the same
          command is given again.
        </li>
      </ol>
      <p className="small">
        This server holds no password of a database and connects to none: the command runs on your
        machine, and only its file comes here.
      </p>
    </Section>
  );
}
