import type { PlanDocument } from "@/api/types";
import { StackedBar } from "@/components/charts/stacked-bar";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { bytes, plural } from "@/lib/format";
import { type Place, placementOf } from "./placement";

const SHADES = [100, 80, 62, 46, 32, 20];

function colour(place: Place, index: number): string {
  const shade = SHADES[index % SHADES.length];
  const base = place.onFlash ? "var(--gain)" : "var(--quiet)";
  return `color-mix(in srgb, ${base} ${shade}%, var(--panel))`;
}

function Bar({ places, when }: { places: readonly Place[]; when: "today" | "after" }) {
  const parts = places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => place[when] > 0)
    .map(({ place, index }) => ({
      name: place.tablespace,
      label: `${place.tablespace}: ${bytes(place[when])}`,
      value: place[when],
      color: colour(place, index),
    }));
  const summary = parts.map(({ label }) => label).join(", ");
  return (
    <div className="plan-bar">
      <span className="quiet small">{when === "today" ? "Today" : "After"}</span>
      <StackedBar parts={parts} summary={`${when === "today" ? "Today" : "After"}: ${summary}`} />
    </div>
  );
}

/** Where the segments of the plan lie today and where they will: a bar for each, and the same as a table. */
export function PlacementPanel({ plan }: { plan: PlanDocument }) {
  const { places, unknown } = placementOf(plan);
  if (places.length === 0) return null;
  const tiers = places.some(({ tier }) => tier != null);
  return (
    <Section
      title="Placement"
      intro={`Of the segments this plan names: what it writes anew, and what stays.${tiers ? "" : " Green is the SSD."}`}
    >
      <Bar places={places} when="today" />
      <Bar places={places} when="after" />
      <ScrollRegion label="Placement by tablespace">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Tablespace</th>
              <th scope="col" className="right">
                Today
              </th>
              <th scope="col" className="right">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place, index) => (
              <tr key={place.tablespace}>
                <th scope="row">
                  <span
                    className="plan-swatch"
                    style={{ backgroundColor: colour(place, index) }}
                    aria-hidden="true"
                  />
                  {place.tablespace}{" "}
                  {(place.onFlash || place.tier) && (
                    <span className="tag">{place.tier ?? "SSD"}</span>
                  )}
                </th>
                <td className="right num">{bytes(place.today)}</td>
                <td className="right num">{bytes(place.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {unknown > 0 && (
        <p className="quiet small">
          Excludes {plural(unknown, "segment")} without a size or tablespace in the files.
        </p>
      )}
    </Section>
  );
}
