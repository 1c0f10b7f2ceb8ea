import { collectorFile } from "@/api/collector";
import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";
import { FOLDER, shell, windows } from "./commands";

interface Props {
  pack: boolean;
  scripts: readonly string[];
}

/** On the database server: SQL*Plus and nothing else. */
export function ShellWay({ pack, scripts }: Props) {
  return (
    <Section
      title="With SQL*Plus, on the database server"
      long
      intro="Oracle 10.2 to 23ai, also SQLcl. Nothing to install."
    >
      <ol className="steps">
        <li>
          <p>
            Save{" "}
            {scripts.map((file, index) => (
              <span key={file}>
                {index > 0 && " and "}
                <a href={collectorFile(file)} download={file}>
                  {file}
                </a>
              </span>
            ))}{" "}
            side by side on the server, or fetch them there, with the secret of this Segtier:
          </p>
          <Command
            text={shell.fetch(window.location.origin, scripts)}
            name="fetch both files on the server"
          />
        </li>
        <li>
          <p>As the owner of the Oracle software, see how much there is. This collects nothing:</p>
          <Command text={shell.estimate(pack)} name="estimate with SQL*Plus" />
        </li>
        <li>
          <p>Collect. It asks whether to connect as SYSDBA; press n to name a user:</p>
          <Command text={shell.collect(pack)} name="collect with SQL*Plus" />
        </li>
        <li>
          Upload <code>{FOLDER}.zip</code> (<code>.tar.gz</code> where there is no zip).
        </li>
      </ol>
      <details>
        <summary>Without a shell, for instance on Windows</summary>
        <div className="stack-tight">
          <p className="small">
            Then pack the folder yourself. Without that NLS_LANG names outside ASCII are lost.
          </p>
          <Command text={windows(pack)} name="collect on Windows" />
        </div>
      </details>
    </Section>
  );
}
