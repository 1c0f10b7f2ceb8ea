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

/** The picture with its background, as SVG text and its size. */
function standalone(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  withStyles(svg, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).getPropertyValue("--panel"));
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveSvg(svg: SVGSVGElement | null, name: string): void {
  if (!svg) return;
  saveFile(new Blob([standalone(svg).text], { type: "image/svg+xml" }), name);
}

export async function savePng(svg: SVGSVGElement | null, name: string): Promise<void> {
  if (!svg) return;
  const { text, width, height } = standalone(svg);
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
