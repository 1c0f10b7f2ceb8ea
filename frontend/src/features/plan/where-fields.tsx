import { NativeSelect, SegmentedControl } from "@mantine/core";
import type { OptionName } from "@/api/types";
import type { Targets } from "@/api/plan";
import { DraftInput } from "@/components/ui/draft-input";
import { isPlace, targetFields } from "./targets";

interface Props {
  option: OptionName;
  parts: readonly OptionName[];
  /** Those that the segments go to, where there are several. */
  tiers: readonly string[];
  targets: Targets;
  onTargets: (targets: Targets) => void;
}

const MACHINES = [
  { value: "own", label: "A machine of yours" },
  { value: "rds", label: "Amazon RDS" },
];
const VOLUMES = ["rdsdbdata2", "rdsdbdata3", "rdsdbdata4"];
const VOLUME_TYPES = ["io2", "gp3"];
const NUMBERS = [
  ["rds_volume_gib", "Volume, GiB"],
  ["rds_iops", "IOPS"],
  ["rds_cache_tenths", "Instance store for the flash cache, tenths"],
  ["rds_temp_tenths", "Instance store for temp, tenths"],
] as const;
const NAMES = [
  ["rds_instance", "Instance"],
  ["rds_parameter_group", "Parameter group"],
] as const;

/** What the scripts are told of the instance; what is left empty is filled in where they run. */
function RdsFields({ targets, onTargets }: Pick<Props, "targets" | "onTargets">) {
  const text = (name: keyof Targets) => String(targets[name] ?? "");
  const set = (name: keyof Targets, value: string | number | undefined) =>
    onTargets({ ...targets, [name]: value === "" ? undefined : value });
  return (
    <>
      {NAMES.map(([name, label]) => (
        <DraftInput
          key={name}
          label={label}
          value={text(name)}
          onCommit={(value) => set(name, value)}
        />
      ))}
      <NativeSelect
        label="Volume"
        data={VOLUMES}
        value={targets.rds_volume ?? VOLUMES[0]}
        onChange={(event) => set("rds_volume", event.target.value)}
      />
      <NativeSelect
        label="Volume type"
        data={VOLUME_TYPES}
        value={targets.rds_volume_type ?? VOLUME_TYPES[0]}
        onChange={(event) => set("rds_volume_type", event.target.value)}
      />
      {NUMBERS.map(([name, label]) => (
        <DraftInput
          key={name}
          label={label}
          type="number"
          least={name.endsWith("tenths") ? 0 : 1}
          value={text(name)}
          onCommit={(value) => set(name, value === "" ? undefined : Number(value))}
        />
      ))}
    </>
  );
}

/** Where the scripts run and the names they use; a change counts when it is finished. */
export function WhereFields({ option, parts, tiers, targets, onTargets }: Props) {
  const isRds = targets.target === "rds";
  const fields = targetFields(option, parts, tiers).filter(({ name }) => !isRds || !isPlace(name));
  return (
    <>
      <div className="row">
        <span id="plan-where">The database runs on</span>
        <SegmentedControl
          aria-labelledby="plan-where"
          data={MACHINES}
          value={targets.target ?? "own"}
          onChange={(value) => onTargets({ ...targets, target: value === "rds" ? "rds" : "own" })}
        />
      </div>
      {(fields.length > 0 || isRds) && (
        <fieldset className="bundle-names">
          <legend>Names the scripts use</legend>
          {fields.map(({ name, label, preset }) => (
            <DraftInput
              key={name}
              label={label}
              value={targets[name] ?? preset}
              onCommit={(value) => onTargets({ ...targets, [name]: value || undefined })}
            />
          ))}
          {isRds && <RdsFields targets={targets} onTargets={onTargets} />}
        </fieldset>
      )}
      {tiers.length > 0 && (
        <p className="quiet small">
          Folders for {tiers.join(", ")}; the tablespaces of a new tier are called after it.
        </p>
      )}
    </>
  );
}
