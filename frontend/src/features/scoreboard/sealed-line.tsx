import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { scoreboardQuery } from "@/api/scoreboard";
import { useCase } from "@/case/case";
import { savedCase } from "@/lib/offline";
import { optionLabel } from "@/lib/options";
import { optionName } from "@/lib/page-state";
import { sealedOn, standingWords } from "./words";

/** The newest sealed forecast of the database, and whether it held; nothing where none was sealed. */
export function SealedLine() {
  const { database } = useCase();
  const board = useQuery({ ...scoreboardQuery(database.id), enabled: savedCase() === null });
  const newest = [...(board.data?.rows ?? [])].sort((a, b) => b.at.localeCompare(a.at))[0];
  if (!newest) return null;
  return (
    <p className="small" data-testid="sealed-line">
      Forecast for {optionLabel(optionName(newest.option))} sealed on {sealedOn(newest.at)}:{" "}
      <strong>{standingWords(newest)}</strong>. <Link to="/scoreboard">Scoreboard</Link>
    </p>
  );
}
