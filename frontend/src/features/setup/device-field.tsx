import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { devicesQuery } from "@/api/devices";
import { capacity } from "@/lib/format";
import type { PageState } from "@/lib/page-state";
import type { Field } from "@/lib/question";

interface Props {
  field: Field;
  value: string | undefined;
  /** Why the server does not take it. */
  error?: string | undefined;
  onChange: (part: Partial<PageState>) => void;
}

/** The devices of the catalogue; another one says nothing of how many of the last there were, and of what they cost. */
export function DeviceField({ field, value, error, onChange }: Props) {
  const devices = useQuery(devicesQuery);
  return (
    <NativeSelect
      label={field.label}
      description={field.help}
      error={error}
      value={value ?? ""}
      onChange={({ target }) =>
        onChange({
          device: target.value || undefined,
          ssd: undefined,
          count: undefined,
          mirrored: undefined,
          price: undefined,
        })
      }
      data={[
        { value: "", label: "PCIe SSD by capacity" },
        ...(devices.data?.items ?? []).map((model) => ({
          value: model.id,
          label: `${model.model} (${capacity(model.raw_bytes)})`,
        })),
      ]}
    />
  );
}
