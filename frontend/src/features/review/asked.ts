import type { Targets } from "@/api/plan";
import type { PlanRevision } from "@/api/plans";
import { type AdviceParams, adviceParams, readPageState } from "@/lib/page-state";

type Asked = Pick<PlanRevision, "question">;

/** How the SSD was stated: "180GB, as stated", "2 × p420m". */
export function ssdWords({ question }: Asked): string {
  if (!question) return "stated in another version of Segtier";
  const { device, count, mirrored, ssd } = question;
  if (device) return `${count ?? 1} × ${device}${mirrored ? ", mirrored" : ""}`;
  return ssd ? `${ssd}, as stated` : "assumed: nobody stated an SSD";
}

export const isSsdAssumed = ({ question }: Asked): boolean =>
  question !== null && !question.device && !question.ssd;

export const statedOf = ({ question }: Asked): [string, unknown][] =>
  Object.entries(question ?? {}).filter(([, value]) => value != null);

/** Said in one piece, by `ssdWords`. */
export const OF_THE_SSD = ["ssd", "device", "count", "mirrored"];

/** What was stated beside the SSD, as it is typed: "exclude: SHOP.BASKETS". */
export const statedWords = (asked: Asked): string[] =>
  statedOf(asked)
    .filter(([name]) => !OF_THE_SSD.includes(name))
    .map(([name, value]) => `${name}: ${[value].flat().map(String).join(", ")}`);

/** The same question in the address of a database's pages, and the names of what these pages cannot state. */
export function pageOf(asked: Asked): { params: AdviceParams; left: string[] } {
  const stated = statedOf(asked);
  const params = adviceParams(readPageState(Object.fromEntries(stated)));
  return { params, left: stated.map(([name]) => name).filter((name) => !(name in params)) };
}

/** Where the scripts of a revision run and the names they use, as they are asked for. */
export function targetsOf({ targets: { rds, ...names } }: Pick<PlanRevision, "targets">): Targets {
  if (names.target !== "rds") return names;
  const told = Object.entries(rds).filter(([, value]) => value != null && value !== "");
  return { ...names, ...Object.fromEntries(told.map(([name, value]) => [`rds_${name}`, value])) };
}
