interface Named {
  pdb?: string | null;
  owner: string;
  name: string;
  subobject?: string | null;
}

/** OWNER.NAME[.SUBOBJECT], the form the sizes box takes back. */
export function segmentName(segment: Named): string {
  return [segment.owner, segment.name, segment.subobject].filter(Boolean).join(".");
}

/** What makes two rows the same segment. */
export function segmentKey(segment: Named): string {
  return JSON.stringify([
    segment.pdb ?? null,
    segment.owner,
    segment.name,
    segment.subobject ?? null,
  ]);
}
