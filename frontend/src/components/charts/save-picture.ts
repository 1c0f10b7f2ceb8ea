/** A drawn chart as a file of its own: its colours come from the page, so they are written into it. */

import { saveFile } from "@/lib/download";

const TAKEN_ALONG = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
  "opacity",
];
const PNG_SCALE = 2;

function withStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of TAKEN_ALONG) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  to.removeAttribute("style");
  to.removeAttribute("class");
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index];
    if (copy) withStyles(child, copy);
  }
}

/** What a picture says of itself, once it has left its page. */
export interface Caption {
  sentence: string;
  /** What its colours stand for. */
  colors: readonly { name: string; color: string }[];
}

const LETTER_PX = 6.6;
const LINE_PX = 18;
const SQUARE_PX = 12;
const BETWEEN_PX = 16;
const MARGIN_PX = 8;

/** Pieces of so many pixels, set in lines: of each its line and where it begins there. */
export function inLines(
  widths: readonly number[],
  betweenPx: number,
  mostPx: number,
): { line: number; x: number }[] {
  let [line, x] = [0, 0];
  return widths.map((width) => {
    if (x > 0 && x + width > mostPx) [line, x] = [line + 1, 0];
    const place = { line, x };
    x += width + betweenPx;
    return place;
  });
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** The caption as lines of text and squares of colour, and how high it is. */
function written(
  { sentence, colors }: Caption,
  width: number,
  style: (name: string) => string,
): { parts: SVGElement[]; height: number } {
  const most = width - 2 * MARGIN_PX;
  const font = { "font-size": 12, "font-family": style("font-family"), fill: style("--text") };
  const words = sentence.split(" ");
  const placed = inLines(
    words.map((word) => word.length * LETTER_PX),
    LETTER_PX,
    most,
  );
  const lines: string[] = [];
  for (const [index, { line }] of placed.entries())
    lines[line] = `${lines[line] ? `${lines[line]} ` : ""}${words[index]}`;
  const names = inLines(
    colors.map(({ name }) => SQUARE_PX + (name.length + 1) * LETTER_PX),
    BETWEEN_PX,
    most,
  );
  const base = (line: number) => MARGIN_PX + line * LINE_PX + SQUARE_PX - 1;
  const parts = [
    ...lines.map((line, index) => drawn("text", { ...font, x: MARGIN_PX, y: base(index) }, line)),
    ...names.flatMap(({ line, x }, index) => {
      const y = base(lines.length + line);
      const left = MARGIN_PX + x;
      const square = { x: left, y: y - SQUARE_PX + 2, width: SQUARE_PX, height: SQUARE_PX };
      return [
        drawn("rect", { ...square, fill: style(colors[index]?.color ?? "") }),
        drawn("text", { ...font, x: left + SQUARE_PX + LETTER_PX, y }, colors[index]?.name),
      ];
    }),
  ];
  const all = lines.length + (names.at(-1)?.line ?? -1) + 1;
  return { parts, height: 2 * MARGIN_PX + all * LINE_PX };
}

/** A colour or a font as the page has it, also where it is said as `var(--name)`. */
function ofPage(name: string): string {
  const style = getComputedStyle(document.body);
  const variable = /^var\((--[\w-]+)\)$/.exec(name)?.[1] ?? name;
  return style.getPropertyValue(variable).trim() || name;
}

/** The picture with its background and what it shows, as SVG text and its size. */
export function standalone(
  svg: SVGSVGElement,
  caption: Caption,
): { text: string; width: number; height: number } {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  withStyles(svg, copy);
  const { parts, height: above } = written(caption, width, ofPage);
  const size = { width, height: height + above };
  for (const [key, value] of Object.entries({ width, height, y: above }))
    copy.setAttribute(key, String(value));
  const whole = drawn("svg", { ...size, viewBox: `0 0 ${width} ${size.height}` });
  whole.append(
    drawn("rect", { width: "100%", height: "100%", fill: ofPage("--panel") }),
    ...parts,
    copy,
  );
  return { text: new XMLSerializer().serializeToString(whole), ...size };
}

export function saveSvg(svg: SVGSVGElement | null, name: string, caption: Caption): void {
  if (!svg) return;
  saveFile(new Blob([standalone(svg, caption).text], { type: "image/svg+xml" }), name);
}

export async function savePng(
  svg: SVGSVGElement | null,
  name: string,
  caption: Caption,
): Promise<void> {
  if (!svg) return;
  const { text, width, height } = standalone(svg, caption);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * PNG_SCALE;
    canvas.height = height * PNG_SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) saveFile(blob, name);
  } finally {
    URL.revokeObjectURL(address);
  }
}
