import { Button } from "@mantine/core";
import type { Layer } from "./stacks";
import "./layers-legend.css";

interface Props {
  layers: readonly Layer[];
  /** The one that is kept alone. */
  only: string | undefined;
  onOnly: (key: string | undefined) => void;
}

/** What is stacked, from the axis up; a click keeps one alone, another brings all back. */
export function LayersLegend({ layers, only, onOnly }: Props) {
  const alone = layers.some(({ key }) => key === only);
  return (
    <div className="layers-legend small" role="group" aria-label="Keep only">
      {layers.map(({ key, name, color }) => (
        <button
          key={key}
          type="button"
          className={alone && key !== only ? "layer layer-off" : "layer"}
          aria-pressed={key === only}
          title={key === only ? "Show all" : `Keep only ${name}`}
          onClick={() => onOnly(key === only ? undefined : key)}
        >
          <span className="icon-dot" style={{ backgroundColor: color }} /> {name}
        </button>
      ))}
      {alone && (
        <Button
          className="no-print"
          size="compact-xs"
          variant="default"
          onClick={() => onOnly(undefined)}
        >
          Show all
        </Button>
      )}
    </div>
  );
}
