import { expect, it } from "vitest";
import { segmentKey, segmentName } from "./segment-name";

it.each([
  [{ owner: "SHOP", name: "ORDERS" }, "SHOP.ORDERS"],
  [{ owner: "SHOP", name: "ORDERS", subobject: "P1" }, "SHOP.ORDERS.P1"],
  [{ owner: "SHOP", name: "ORDERS", subobject: null, pdb: "PDB1" }, "SHOP.ORDERS"],
])("%o is %s", (segment, name) => {
  expect(segmentName(segment)).toBe(name);
});

it.each([
  [
    { owner: "A", name: "B.C" },
    { owner: "A.B", name: "C" },
  ],
  [
    { owner: "A", name: "B" },
    { owner: "A", name: "B", subobject: "P" },
  ],
  [
    { owner: "A", name: "B" },
    { owner: "A", name: "B", pdb: "P" },
  ],
])("%o and %o are different segments", (one, other) => {
  expect(segmentKey(one)).not.toBe(segmentKey(other));
});
