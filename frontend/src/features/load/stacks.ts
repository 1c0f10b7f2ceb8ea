/** What the load of an interval is made of: classes, or events within their classes, all of them or one alone. */
import type { TimelinePoint } from "@/api/types";
import { UNEXPLAINED, eventColor, waitClassColor, waitClassLabel } from "@/lib/wait-classes";

export type StackBy = "class" | "event";

export interface Layer {
  /** Names it in the address too. */
  key: string;
  name: string;
  color: string;
  waitClass: string;
  /** Absent: all of the class, or what its events leave. */
  event?: string;
}

/** Of all load: less gets no colour of its own. */
const WORTH_A_COLOUR = 0.005;
export const REST = "rest";
const REST_LAYER: Layer = {
  key: REST,
  name: "Other classes",
  color: "var(--quiet)",
  waitClass: REST,
};
const MOST_EVENTS = 5;

type Weights = Map<string, number>;

const add = (weights: Weights, key: string, value: number) =>
  weights.set(key, (weights.get(key) ?? 0) + value);

/** By weight, the largest first. */
const sorted = (weights: Weights) =>
  [...weights].toSorted(([, a], [, b]) => b - a).map(([key]) => key);

const hours = ({ elapsed_s }: TimelinePoint) => elapsed_s ?? 1;

function classesOf(points: readonly TimelinePoint[]): { names: string[]; rest: boolean } {
  const weights: Weights = new Map();
  for (const point of points)
    for (const [name, sessions] of Object.entries(point.classes ?? {}))
      add(weights, name, sessions * hours(point));
  const all = [...weights.values()].reduce((sum, value) => sum + value, 0);
  const worth = sorted(weights).filter((name) => (weights.get(name) ?? 0) >= WORTH_A_COLOUR * all);
  const names = worth.filter((name) => (weights.get(name) ?? 0) > 0);
  return {
    names: [
      ...names.filter((name) => name !== UNEXPLAINED),
      ...names.filter((name) => name === UNEXPLAINED),
    ],
    rest: [...weights].some(([name, value]) => value > 0 && !names.includes(name)),
  };
}

const classLayer = (name: string): Layer => ({
  key: name,
  name: waitClassLabel(name),
  color: waitClassColor(name),
  waitClass: name,
});

function eventLayers(points: readonly TimelinePoint[], waitClass: string): Layer[] {
  const weights: Weights = new Map();
  for (const point of points)
    for (const [event, sessions] of Object.entries(point.events?.[waitClass] ?? {}))
      add(weights, event, sessions * hours(point));
  const events = sorted(weights).slice(0, MOST_EVENTS);
  if (events.length === 0) return [classLayer(waitClass)];
  const layers = events.map((event, place) => ({
    key: `${waitClass}/${event}`,
    name: event,
    color: eventColor(waitClass, place),
    waitClass,
    event,
  }));
  const rest = {
    key: `${waitClass}/`,
    name: `${waitClassLabel(waitClass)}, other events`,
    color: eventColor(waitClass, MOST_EVENTS),
    waitClass,
  };
  return [...layers, rest];
}

/** From the axis up, the largest class first and what the report does not explain last; the events of a class stand together. */
export function layersOf(points: readonly TimelinePoint[], by: StackBy): Layer[] {
  const { names, rest } = classesOf(points);
  const layers =
    by === "class"
      ? names.map(classLayer)
      : names
          .flatMap((name) => eventLayers(points, name))
          .filter((layer, _, all) => shows(layer, all, points));
  return rest ? [...layers, REST_LAYER] : layers;
}

const shows = (layer: Layer, all: readonly Layer[], points: readonly TimelinePoint[]) =>
  layer.event !== undefined || points.some((point) => (partsOf(point, all)[layer.key] ?? 0) > 1e-9);

/** Average active sessions of an interval by layer: together they are those of its classes. */
export function partsOf(point: TimelinePoint, layers: readonly Layer[]): Record<string, number> {
  const parts: Record<string, number> = {};
  const left: Record<string, number> = { ...point.classes };
  for (const { key, waitClass, event } of layers) {
    if (event === undefined) continue;
    const value = point.events?.[waitClass]?.[event] ?? 0;
    parts[key] = value;
    left[waitClass] = Math.max(0, (left[waitClass] ?? 0) - value);
  }
  for (const { key, waitClass, event } of layers) {
    if (event !== undefined || key === REST) continue;
    parts[key] = left[waitClass] ?? 0;
    delete left[waitClass];
  }
  if (layers.some(({ key }) => key === REST))
    parts[REST] = Object.entries(left)
      .filter(([name]) => !layers.some(({ waitClass }) => waitClass === name))
      .reduce((sum, [, value]) => sum + value, 0);
  return parts;
}

/** The layer that is kept alone, or all of them where none has that name. */
export function kept(layers: readonly Layer[], only: string | undefined): readonly Layer[] {
  const found = layers.filter(({ key }) => key === only);
  return found.length > 0 ? found : layers;
}

export const totalOf = (
  parts: Readonly<Record<string, number>>,
  layers: readonly Layer[],
): number => layers.reduce((sum, { key }) => sum + (parts[key] ?? 0), 0);

/**
 * Average active sessions of an interval: all of them, or those of the layer that is kept alone. Null where the interval does not print
 * it: that is not zero.
 */
export function loadOf(
  point: TimelinePoint,
  layers: readonly Layer[],
  only: string | undefined,
): number | null {
  const layer = layers.find(({ key }) => key === only);
  if (!layer) return point.average_active_sessions;
  const { key, waitClass, event } = layer;
  if (event !== undefined) return point.events?.[waitClass]?.[event] ?? null;
  const told = Object.keys(point.classes ?? {});
  const printed = waitClass === REST ? told.length > 0 : told.includes(waitClass);
  return printed ? (partsOf(point, layers)[key] ?? null) : null;
}
