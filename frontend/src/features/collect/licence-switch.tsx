import { SegmentedControl } from "@mantine/core";

interface Props {
  pack: boolean;
  onPack: (pack: boolean) => void;
}

/** Whether the Diagnostics Pack may be used; only the user knows. */
export function LicenceSwitch({ pack, onPack }: Props) {
  return (
    <div className="stack-tight">
      <div className="row">
        <span id="licence-label">
          <strong>Oracle Diagnostics Pack licensed?</strong>
        </span>
        <SegmentedControl
          aria-labelledby="licence-label"
          data={[
            { value: "no", label: "No, or not sure" },
            { value: "yes", label: "Yes" },
          ]}
          value={pack ? "yes" : "no"}
          onChange={(value) => onPack(value === "yes")}
        />
      </div>
      <p className="quiet small">
        {pack
          ? "The commands below also read AWR: history of the last 24 hours and one report per hour. One run is enough."
          : "The commands below touch no licensed view. They read Statspack's tables where it is installed. Run them twice."}
      </p>
    </div>
  );
}
