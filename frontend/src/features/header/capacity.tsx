import { NativeSelect, NumberInput } from "@mantine/core";
import { useId } from "react";
import type { Advice, Frontier, FrontierPoint, Verdict } from "@/api/types";
import { useCase } from "@/case/case";
import { UNITS, isUnit } from "@/lib/capacity";
import { bytes, figure, gainWords, plural } from "@/lib/format";
import { isOffline } from "@/lib/offline";
import { isAssumed } from "@/lib/page-state";
import { isNo } from "@/lib/tabs";
import { useCapacity } from "./use-capacity";
import "./capacity.css";

/** What the best segments save in so much SSD, from the frontier that is already here; null where nothing can be placed. */
function effectOf(
  frontier: Frontier | null | undefined,
  point: FrontierPoint | null,
  verdict: Verdict | undefined,
): string {
  if (verdict && isNo(verdict)) return "no SSD is asked for now";
  if (frontier === null) return "no sizes: segments not weighed";
  if (!point) return "";
  if (point.moves === 0) return "too little for any segment";
  return `${gainWords(point)}, ${plural(point.moves, "move")}`;
}

/** Where several tiers are asked for, one slider says nothing of them. */
function Tiers({ tiers }: { tiers: NonNullable<Advice["tiers"]>["tiers"] }) {
  return (
    <p className="capacity no-print small" role="group" aria-label="Available tiers">
      {tiers
        .map(({ name, room_bytes: room }) => `${name} ${room === null ? "as today" : bytes(room)}`)
        .join(", ")}
    </p>
  );
}

/** How much SSD there is. */
export function CapacityControl() {
  const { advice } = useCase();
  if (advice?.tiers) return <Tiers tiers={advice.tiers.tiers} />;
  return isOffline() ? <Saved /> : <OneSsd />;
}

/** Of a saved file, whose answer is for one size. */
function Saved() {
  const { shown } = useCapacity();
  return (
    <p className="capacity no-print small" role="group" aria-label="Available SSD">
      SSD: {figure(shown.amount)} {shown.unit}
    </p>
  );
}

/** A slider, a number and a unit. Every step is answered here; at rest the server is asked. */
function OneSsd() {
  const { params, advice } = useCase();
  const { shown, scale, knee, frontier, point, moving, set, setUnit } = useCapacity();
  const ticks = useId();
  const said = effectOf(frontier, point, advice?.verdict);
  return (
    <div className="capacity no-print" role="group" aria-label="Available SSD">
      <span className="small" aria-hidden="true">
        SSD
      </span>
      <input
        type="range"
        className="capacity-slider"
        aria-label="SSD"
        aria-valuetext={`${figure(shown.amount)} ${shown.unit}${said && `, ${said}`}`}
        min={scale.step}
        max={scale.end}
        step={scale.step}
        list={ticks}
        value={Math.min(shown.amount, scale.end)}
        onChange={(event) => set(Number(event.target.value))}
      />
      <datalist id={ticks}>{knee !== null && <option value={knee}>knee</option>}</datalist>
      <NumberInput
        className="capacity-number"
        aria-label="Usable SSD"
        size="xs"
        hideControls
        min={0}
        allowNegative={false}
        decimalScale={3}
        value={shown.amount}
        onValueChange={({ floatValue }, { source }) => {
          if (source === "event" && floatValue) set(floatValue);
        }}
      />
      <NativeSelect
        className="capacity-unit"
        aria-label="Unit of the SSD"
        size="xs"
        data={[...UNITS]}
        value={shown.unit}
        onChange={(event) => isUnit(event.target.value) && setUnit(event.target.value)}
      />
      <span className="capacity-said small">
        {isAssumed(params) && !moving ? (
          <span className="tag tag-low">assumed, change</span>
        ) : (
          <span data-testid="capacity-answer">{said}</span>
        )}
      </span>
    </div>
  );
}
