import type { Advice } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Value } from "@/components/ui/value";
import { bytes, percent, plural, seconds } from "@/lib/format";

type Answer = NonNullable<Advice["tiers"]>;
type Use = Answer["tiers"][number];
type Move = Answer["moves"][number];

const LIMITS: Record<Use["unchecked"][number], string> = {
  bytes: "room",
  busy: "requests",
  "read-bytes": "bytes read",
  "written-bytes": "bytes written",
  "written-a-day": "writes a day",
};
/** Of a limit, from which it binds: nothing more of any size fits. */
const BINDS = 0.95;
const SHOWN = 2;
const WITH_SIZE = "All tiers save, s an hour, if it held";
const HEADS = ["Tier", "Segments in", "Out", "Used", "Usable", "Saves about, s an hour", "Fullest"];

function Limits({ one }: { one: Use }) {
  return one.limits.slice(0, SHOWN).map(({ limit, part }, index) => (
    <span key={limit}>
      {index > 0 && ", "}
      {LIMITS[limit]} {percent(100 * part)}
      {part >= BINDS && " (binds)"}
    </span>
  ));
}

function UseRow({ one }: { one: Use }) {
  return (
    <tr>
      <th scope="row">
        {one.name}
        {one.tablespaces.length > 0 && <span className="quiet"> of today</span>}
      </th>
      <td className="right">{one.arrives}</td>
      <td className="right">{one.leaves}</td>
      <td className="right">
        <Value why="not all sizes there are known">{bytes(one.bytes)}</Value>
      </td>
      <td className="right">
        <Value why="not all that lies there is known">{bytes(one.usable_bytes)}</Value>
      </td>
      <td className="right">
        <Value why="of no segment there is known what it would save">
          {seconds(one.saved_s_per_hour)}
        </Value>
      </td>
      <td>
        <Limits one={one} />
      </td>
      <td className="small">
        {one.frontier.map(({ usable_bytes: size, saved_s_per_hour: saved }) => (
          <div key={size} className="num">
            {seconds(saved)} with {bytes(size)}
          </div>
        ))}
      </td>
    </tr>
  );
}

function MoveRow({ one }: { one: Move }) {
  return (
    <tr>
      <th scope="row">
        <code className="names">{one.name}</code>
      </th>
      <td>{one.type}</td>
      <td className="right">{bytes(one.size_bytes)}</td>
      <td>{one.lies ?? "today’s storage"}</td>
      <td>{one.tier}</td>
      <td className="right">{seconds(one.saved_s_per_hour)}</td>
    </tr>
  );
}

function Heads({ names, left }: { names: readonly string[]; left: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={left.includes(name) ? undefined : "right"}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function proof(gap: number, rival: number | null): string {
  if (gap < 5e-5) return "Proved: by what a segment is worth there, no placement gains more.";
  const more = `By what a segment is worth there, another placement gains up to ${percent(100 * gap)} more`;
  if (rival == null) return `${more}.`;
  return `${more}; by the full forecast it saves ${seconds(rival)} s an hour, no more than this one.`;
}

/** Over several tiers: what each carries then, what binds there, and which segment goes where. */
export function Tiers({ answer }: { answer: Answer }) {
  const more = answer.moves_total - answer.moves.length;
  return (
    <section className="panel stack-tight" aria-labelledby="tiers">
      <h2 id="tiers">What goes to which tier</h2>
      <p>{answer.text}</p>
      {answer.gap != null && (
        <p className="quiet small">{proof(answer.gap, answer.rival_s_per_hour)}</p>
      )}
      <ScrollRegion label="Tiers">
        <table className="table small">
          <Heads names={[...HEADS, WITH_SIZE]} left={["Tier", "Fullest", WITH_SIZE]} />
          <tbody>
            {answer.tiers.map((one) => (
              <UseRow key={one.name} one={one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {answer.notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
      {answer.moves.length > 0 && (
        <details>
          <summary>
            {plural(answer.moves_total, "segment")} {answer.moves_total === 1 ? "moves" : "move"}
          </summary>
          <ScrollRegion label="Segments that change their tier">
            <table className="table small">
              <Heads
                names={["Segment", "Type", "Size", "From", "To", "Saves about, s an hour"]}
                left={["Segment", "Type", "From", "To"]}
              />
              <tbody>
                {answer.moves.map((one) => (
                  <MoveRow key={one.name} one={one} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {more > 0 && (
            <p className="quiet small">
              And {more} more: the page of segments and the API have all.
            </p>
          )}
        </details>
      )}
    </section>
  );
}
