/** What may be asked, from the table that the API is made of (`make openapi` writes it): fields, limits, words. */

import listed from "@/api/question.json";
import type { AdviceQuestion, RentingQuery } from "@/api/types";

export interface Field {
  name: string;
  kind: "yes-no" | "whole" | "number" | "choice" | "text" | "parts";
  /** May be given several times, at most `times` where there is a limit. */
  many: boolean;
  times: number | null;
  required: boolean;
  /** What it is where nobody says anything; null: not known. */
  default: unknown;
  label: string;
  help: string;
  group: string;
  /** What one value is, in words. */
  takes: string;
  least: number | null;
  most: number | null;
  /** Ends that are not reached themselves. */
  above: number | null;
  below: number | null;
  longest: number | null;
  choices: readonly { value: string; label: string }[];
  /** How a text is written; the server says what a pattern cannot. */
  form: { pattern: string | null; wrong: string; advice: string; example: string } | null;
  parts: readonly Field[];
}

/** A question as an address states it: each field by its name, without what nobody said. */
export type Asked = {
  -readonly [Name in keyof AdviceQuestion]?: Exclude<AdviceQuestion[Name], null>;
};
export type FieldName = keyof Asked;
/** What is asked beside it where volumes are rented. */
export type Renting = {
  -readonly [Name in keyof RentingQuery]?: Exclude<RentingQuery[Name], null>;
};
export type Value = string | number | boolean | string[] | number[];

const TABLE = listed as {
  groups: readonly Group[];
  fields: readonly Field[];
  renting: readonly Field[];
  words: Words;
};

interface Group {
  name: string;
  label: string;
}

interface Words {
  value: string;
  long: string;
  times: string;
  once: string;
  empty: string;
  shown: number;
}

export const { groups: GROUPS, fields: FIELDS, renting: RENTING } = TABLE;
const WORDS = TABLE.words;
const BY_NAME = new Map(FIELDS.map((field) => [field.name, field]));

export function fieldOf(name: FieldName): Field {
  const field = BY_NAME.get(name);
  if (!field)
    throw new Error(`${name} is no field of the page: see backend/segtier/question/table.py`);
  return field;
}

export const labelOf = (name: string): string => BY_NAME.get(name)?.label ?? name;

/** The values a field of choices can have, in their order. */
export const choicesOf = <Name extends FieldName>(name: Name) =>
  fieldOf(name).choices as readonly { value: NonNullable<Asked[Name]>; label: string }[];

const filled = (words: string, given: Record<string, string>) =>
  words.replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole);
const counted = (amount: number) => amount.toLocaleString("en-US");
const length = (text: string) => Array.from(text).length;

function shown(text: string): string {
  const letters = Array.from(text.trim());
  if (letters.length === 0) return WORDS.empty;
  return letters.length <= WORDS.shown
    ? letters.join("")
    : `${letters.slice(0, WORDS.shown).join("")}…`;
}

const isWhole = (text: string) => /^[+-]?\d{1,18}$/.test(text);
const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

function liesWithin({ least, most, above, below }: Field, value: number): boolean {
  return (
    Number.isFinite(value) &&
    (least === null || value >= least) &&
    (most === null || value <= most) &&
    (above === null || value > above) &&
    (below === null || value < below)
  );
}

function fits(field: Field, text: string): boolean {
  const typed = text.trim();
  switch (field.kind) {
    case "yes-no":
      return typed === "true" || typed === "false";
    case "choice":
      return field.choices.some(({ value }) => value === text);
    case "whole":
      return isWhole(typed) && liesWithin(field, Number(typed));
    case "number":
      return isNumber(typed) && liesWithin(field, Number(typed));
    default:
      return text !== "";
  }
}

/** Why a field cannot take a text, in the words of the API and the command line; null where it can. */
export function refusal(field: Field, text: string): string | null {
  const { longest, takes } = field;
  if (longest !== null && length(text) > longest)
    return filled(WORDS.long, { most: counted(longest), given: counted(length(text)) });
  return fits(field, text) ? null : filled(WORDS.value, { takes, given: shown(text) });
}

/** The same of how often it is given. */
export function refusalOfTimes({ many, times }: Field, given: number): string | null {
  if (!many) return given > 1 ? filled(WORDS.once, { given: counted(given) }) : null;
  if (times === null || given <= times) return null;
  return filled(WORDS.times, { most: counted(times), given: counted(given) });
}

/** Why the texts cannot be meant, where the form tells that the server would refuse them as well. */
export function refusalOfAll(field: Field, texts: readonly string[]): string | null {
  const said = texts.map((text) => refusal(field, text) ?? refusalOfForm(field, text));
  return refusalOfTimes(field, texts.length) ?? said.find((one) => one !== null) ?? null;
}

/** What stands in place of {given} is at most so long. */
const QUOTED = 40;

function refusalOfForm({ form }: Field, text: string): string | null {
  if (!form?.pattern || text === "") return null;
  if (new RegExp(`^(?:${form.pattern})$`, "u").test(text.trim())) return null;
  return `${filled(form.wrong, { given: text.slice(0, QUOTED) })}. ${form.advice}`;
}

function valueOf({ kind }: Field, text: string): string | number | boolean {
  if (kind === "yes-no") return text.trim() === "true";
  return kind === "whole" || kind === "number" ? Number(text) : text;
}

/** What an address says of a field; undefined where it says nothing that the field takes. */
export function readField(field: Field, raw: unknown): Value | undefined {
  const texts = [raw].flat().map((one) => (one == null ? "" : String(one)));
  const said = texts.filter((text) => text.trim() !== "");
  if (field.many) {
    const taken = [...new Set(said)].filter((text) => refusal(field, text) === null);
    const all = taken.slice(0, field.times ?? undefined).map((text) => valueOf(field, text));
    return all.length > 0 ? (all as string[] | number[]) : undefined;
  }
  const [text] = said;
  if (text === undefined || said.length > 1 || refusal(field, text) !== null) return undefined;
  return valueOf(field, text);
}

const readFields = (fields: readonly Field[], raw: Record<string, unknown>) =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, readField(field, raw[field.name])])
      .filter(([, value]) => value !== undefined),
  );

export const readQuestion = (raw: Record<string, unknown>): Asked =>
  readFields(FIELDS, raw) as Asked;
export const readRenting = (raw: Record<string, unknown>): Renting =>
  readFields(RENTING, raw) as Renting;
