import { PLACES, SCALE } from "./cells";

/** What the colours and the borders stand for. */
export function MapLegend() {
  return (
    <div className="map-legend small" aria-hidden="true">
      <span>Saves, s/h/GiB:</span>
      <span className="map-scale">
        {SCALE.map((label, step) => (
          <span
            key={label}
            style={{ backgroundColor: `var(--save-${step})`, color: `var(--save-text-${step})` }}
          >
            {label}
          </span>
        ))}
      </span>
      {PLACES.map(({ place, label }) => (
        <span key={place}>
          <span className={`map-mark map-mark-${place}`} />
          {label}
        </span>
      ))}
    </div>
  );
}
