/** Rented volumes and their rivals as rows of a table. */

import type { VolumeAnswer, VolumeAnswers, VolumeModel, VolumeOffer } from "@/api/types";
import { UNKNOWN, band, bytes, count, share } from "@/lib/format";

const LIMITS: Record<NonNullable<VolumeOffer["binding"]>, string> = {
  "volume-requests": "requests/s of the volume",
  "volume-bytes": "bytes/s of the volume",
  "machine-requests": "requests/s of the machine",
  "machine-bytes": "bytes/s of the machine",
};

type Kind = Pick<VolumeModel, "id" | "runs_on">;

/** Where a database runs that can have one of these kinds, in the order of the catalogue. */
export const placesOf = (kinds: readonly Kind[]): string[] => [
  ...new Set(kinds.map(({ runs_on: place }) => place).filter((place) => place !== "")),
];

/** The kinds of a database there; none, which stands for all, where the catalogue knows no such place. */
export const kindsOf = (kinds: readonly Kind[], place: string | undefined): string[] =>
  kinds.filter(({ runs_on: of }) => of !== "" && of === place).map(({ id }) => id);

export interface OfferRow {
  key: string;
  name: string;
  what: string;
  order: string;
  moves: string;
  month: string;
  freed: string;
  net: string;
  time: string;
  meets: string;
}

const money = (value: number | null, currency = "") =>
  value === null
    ? UNKNOWN
    : `${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`.trim();

function meets({ binding, times, hours }: VolumeOffer): string {
  if (binding === null) return "no limit known";
  const load = times === null ? "" : `, ${times.toFixed(times < 2 ? 2 : 1)} × the load`;
  const throttled =
    hours && hours.past > 0 ? `; ${hours.past} of ${hours.intervals} throttled` : "";
  const heaviest = hours?.most_limit ? `; heaviest hour ${share(hours.most)}` : "";
  return `${LIMITS[binding]}${load}${throttled || heaviest}`;
}

/** What was asked for, each with its offer. */
function offersOf(answers: VolumeAnswers, answer: VolumeAnswer): [string, VolumeOffer | null][] {
  if (answers.budget !== null || answers.less_db_time !== null)
    return [
      ["the budget", answer.for_budget],
      ["the DB time", answer.for_target],
    ];
  const whole = answer.most?.moves === answers.moves;
  return [
    ["the knee", answer.knee],
    [whole ? "all that saves" : "the most it carries", answer.most],
  ];
}

export const offerRows = (answers: VolumeAnswers): OfferRow[] =>
  answers.volumes.flatMap((answer) =>
    offersOf(answers, answer).flatMap(([what, offer]) =>
      offer === null
        ? []
        : {
            key: `${answer.model.id} ${what}`,
            name: answer.model.name,
            what,
            order:
              offer.count > 1
                ? `${offer.count} of together ${bytes(offer.bytes)}`
                : bytes(offer.bytes),
            moves: count(offer.moves),
            month: money(offer.month, answer.model.currency),
            freed: money(offer.freed_month, answer.model.currency),
            net: money(offer.net_month, answer.model.currency),
            time: band(offer.response_ratio),
            meets: meets(offer),
          },
    ),
  );

export interface RivalRow {
  key: string;
  title: string;
  amount: string;
  month: string;
  time: string;
  text: string;
}

export const rivalRows = ({ rivals }: VolumeAnswers): RivalRow[] =>
  rivals.map(({ name, title, amount, month, response_ratio, text }) => ({
    key: name,
    title,
    amount:
      amount === null
        ? UNKNOWN
        : `${amount.toLocaleString("en-US", { maximumSignificantDigits: 4 })} ${name === "memory" ? "GiB" : "disks"} more`,
    month: money(month),
    time: band(response_ratio),
    text,
  }));

/** What the prices stand on, and what has none. */
export const remarks = (answers: VolumeAnswers): string[] =>
  [
    answers.machine.said,
    answers.throttled,
    ...answers.volumes.flatMap(({ model, text, unpriced }) =>
      [text, unpriced].filter(Boolean).map((said) => `${model.name}: ${said}`),
    ),
    answers.prices_as_of,
    ...answers.volumes
      .filter(({ stale }) => stale)
      .map(({ model }) => `${model.name}: more than a year old.`),
  ].filter(Boolean);
