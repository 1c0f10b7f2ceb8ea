import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { asProblem } from "@/api/problem";
import { scoreboardQuery } from "@/api/scoreboard";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { ScorePlot, scorePoints } from "@/features/scoreboard/score-plot";
import { ScoreTable } from "@/features/scoreboard/score-table";
import { totalsWords } from "@/features/scoreboard/words";
import "@/features/scoreboard/scoreboard.css";

const EXPORT = "/api/v1/scoreboard/export";

export function ScoreboardPage() {
  const board = useQuery(scoreboardQuery());
  if (board.isError)
    return (
      <ProblemNotice title="The scoreboard cannot be shown." problem={asProblem(board.error)} />
    );
  if (!board.data) return <div aria-busy="true" />;
  const { rows, totals, published, published_totals, lab, lab_totals } = board.data;
  return (
    <div className="stack">
      <h1>Scoreboard</h1>
      <Section
        title="How right forecasts were"
        intro="A sealed forecast is held against the reports from after the change. Of ranges that are right, four in five hold what is measured."
        aside={
          totals.number > 0 && (
            <span className="row">
              <Button
                component="a"
                href={EXPORT}
                download="scores.json"
                variant="default"
                size="xs"
              >
                Export without names
              </Button>
              <Button
                component="a"
                href={`${EXPORT}?format=csv`}
                download="scores.csv"
                variant="default"
                size="xs"
              >
                CSV
              </Button>
            </span>
          )
        }
      >
        <p>
          Yours: <strong>{totalsWords(totals)}</strong>. Papers:{" "}
          <strong>{totalsWords(published_totals)}</strong>. Proving ground:{" "}
          <strong>{totalsWords(lab_totals)}</strong>.
        </p>
        {rows.length === 0 && (
          <p>
            No forecast is sealed yet. Open a database, go to its Plan tab and seal the forecast of
            the option you will carry out; then upload a report from after the change.
          </p>
        )}
        {scorePoints(rows).length > 0 && <ScorePlot rows={rows} />}
      </Section>
      {rows.length > 0 && (
        <Section title="Your forecasts, misses first" long>
          <ScoreTable name="Your forecasts" sealed={rows} />
        </Section>
      )}
      <Section
        title="Papers"
        intro="What others published, misses first; each figure in its own unit."
        long
      >
        <ScoreTable name="Published measurements" published={published} />
      </Section>
      <Section
        title="Proving ground"
        intro="Moves in PostgreSQL on modelled disks, each forecast before it was made: after / before. They prove the model, not Oracle."
        long
      >
        <ScoreTable name="Moves on the proving ground" published={lab} />
      </Section>
    </div>
  );
}
