import { Checkbox, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { devicesQuery } from "@/api/devices";
import type { Advice } from "@/api/types";
import { bytes, capacity } from "@/lib/format";
import { MEDIA, type PageState, RAID } from "@/lib/page-state";
import { DraftInput } from "@/components/ui/draft-input";
import { FigureInput } from "./figure-input";
import { UsersFields } from "./users-fields";
import "./setup.css";

interface Props {
  state: PageState;
  advice: Advice | undefined;
  onChange: (part: Partial<PageState>) => void;
}

const YES_NO = [
  { value: "", label: "Not known" },
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];
const MEDIA_LABELS = { hdd: "Disks", flash: "SSD", "cached-array": "Array with cache" };

const yesNo = (value: boolean | undefined) => (value === undefined ? "" : String(value));
const readYesNo = (value: string) => (value === "" ? undefined : value === "true");
const readCount = (value: string) => (value === "" ? undefined : Number(value));

function tierText(advice: Advice): string {
  return advice.devices
    .map((tier) => `${bytes(tier.usable_bytes)} usable on ${tier.model}`)
    .join(", ");
}

function storageText(advice: Advice): string {
  const groups = advice.storage_today.groups;
  const inferred = groups.some((group) => group.inferred);
  return inferred
    ? "Storage today: worked out from the measured latencies; state it if you know."
    : "Storage today: as stated.";
}

/** The SSD at hand, the storage and the users of today: what the options are worked out for. */
export function Setup({ state, advice, onChange }: Props) {
  const devices = useQuery(devicesQuery);
  const device = state.device ?? "";
  return (
    <div className="stack-tight">
      {advice && <p className="quiet small">{tierText(advice)}</p>}
      <div className="setup">
        <fieldset className="setup-group">
          <legend>SSD</legend>
          <NativeSelect
            label="Device"
            value={device}
            onChange={(event) => {
              const chosen = event.target.value || undefined;
              onChange({
                device: chosen,
                ssd: undefined,
                count: undefined,
                mirrored: undefined,
                price: undefined,
              });
            }}
            data={[
              { value: "", label: "PCIe SSD by capacity" },
              ...(devices.data?.items ?? []).map((model) => ({
                value: model.id,
                label: `${model.model} (${capacity(model.raw_bytes)})`,
              })),
            ]}
          />
          {device ? (
            <>
              <DraftInput
                label="How many"
                type="number"
                value={String(state.count ?? 1)}
                onCommit={(value) => onChange({ count: readCount(value) })}
              />
              <Checkbox
                label="Mirrored"
                checked={state.mirrored ?? false}
                onChange={(event) => onChange({ mirrored: event.target.checked || undefined })}
              />
            </>
          ) : null}
          <NativeSelect
            label="Seen by every node"
            value={yesNo(state.shared)}
            onChange={(event) => onChange({ shared: readYesNo(event.target.value) })}
            data={YES_NO}
          />
          <FigureInput label="Price of it all" name="price" state={state} onChange={onChange} />
        </fieldset>
        <fieldset className="setup-group">
          <legend>Database server</legend>
          <NativeSelect
            label="Oracle Linux or Solaris"
            value={yesNo(state.flash_cache_os)}
            onChange={(event) => onChange({ flash_cache_os: readYesNo(event.target.value) })}
            data={YES_NO}
          />
        </fieldset>
        <fieldset className="setup-group">
          <legend>Storage today</legend>
          <NativeSelect
            label="Media"
            value={state.media ?? ""}
            onChange={(event) =>
              onChange({ media: MEDIA.find((media) => media === event.target.value) })
            }
            data={[
              { value: "", label: "Not known" },
              ...MEDIA.map((media) => ({ value: media, label: MEDIA_LABELS[media] })),
            ]}
          />
          <DraftInput
            label="Disks"
            type="number"
            value={state.spindles == null ? "" : String(state.spindles)}
            onCommit={(value) => onChange({ spindles: readCount(value) })}
          />
          <NativeSelect
            label="RAID"
            value={state.raid ?? ""}
            onChange={(event) =>
              onChange({ raid: RAID.find((raid) => raid === event.target.value) })
            }
            data={[
              { value: "", label: "Not known" },
              ...RAID.map((raid) => ({ value: raid, label: raid.toUpperCase() })),
            ]}
          />
        </fieldset>
        <UsersFields state={state} onChange={onChange} />
      </div>
      {advice && <p className="quiet small">{storageText(advice)}</p>}
    </div>
  );
}
