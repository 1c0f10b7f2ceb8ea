import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { segmentFacetsQuery } from "@/api/advice";
import type { SegmentFacets } from "@/api/types";
import { useCase } from "@/case/case";
import type { PageState } from "@/lib/page-state";

type Narrowed = Pick<PageState, "owner" | "tablespace" | "type" | "place">;

const ALL = { value: "", label: "All" };
const PLACES = [ALL, { value: "in", label: "In" }, { value: "out", label: "Out" }];
const BY = [
  { key: "owner", label: "Owner", of: "owners" },
  { key: "tablespace", label: "Tablespace", of: "tablespaces" },
  { key: "type", label: "Kind", of: "types" },
] as const;
const NOTHING: Narrowed = {
  owner: undefined,
  tablespace: undefined,
  type: undefined,
  place: undefined,
};

/** What the address names is offered too: a list may be cut, and another answer may not have it. */
function choices(facets: SegmentFacets | undefined, of: keyof SegmentFacets, chosen?: string) {
  const found = facets?.[of] ?? [];
  const named = found.map(({ name, segments }) => ({
    value: name,
    label: `${name} (${segments.toLocaleString("en-GB")})`,
  }));
  const missing = chosen !== undefined && !found.some(({ name }) => name === chosen);
  return [ALL, ...(missing ? [{ value: chosen, label: chosen }] : []), ...named];
}

/** Narrows the table by owner, tablespace, kind and place. */
export function Facets() {
  const { database, asked, state, change } = useCase();
  const { data: facets } = useQuery(segmentFacetsQuery(database.id, asked));
  const narrowed = Object.keys(NOTHING).some((key) => state[key as keyof Narrowed] !== undefined);
  return (
    <div className="row row-end no-print" role="group" aria-label="Narrow the segments">
      {BY.map(({ key, label, of }) => (
        <NativeSelect
          key={key}
          label={label}
          value={state[key] ?? ""}
          data={choices(facets, of, state[key])}
          onChange={(event) => change({ [key]: event.target.value || undefined })}
        />
      ))}
      <NativeSelect
        label="In or out"
        value={state.place ?? ""}
        data={PLACES}
        onChange={(event) =>
          change({ place: (event.target.value || undefined) as Narrowed["place"] })
        }
      />
      <Button
        variant="default"
        size="sm"
        disabled={!narrowed && !state.q}
        onClick={() => change({ ...NOTHING, q: undefined })}
      >
        Show all
      </Button>
    </div>
  );
}
