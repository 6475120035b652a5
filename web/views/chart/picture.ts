/* A chart as a file: its colors are those of the page, which other programs do not know by name. */

/** The properties of the page's style that a picture has. */
const kept = ['fill', 'fill-opacity', 'stroke', 'font-family', 'font-size'] as const;

/** Writes colors as `rgb()`, which all programs read: one pixel of the ground is painted with each. */
function painter(ground: string): (colour: string) => string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined || !context || colour === 'none') return found ?? colour;
    for (const each of [ground, colour]) {
      context.fillStyle = each;
      context.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    const written = `rgb(${red}, ${green}, ${blue})`;
    known.set(colour, written);
    return written;
  };
}

type Legend = readonly { name: string; colour: string }[];

/** A text of the picture; what people wrote is escaped. */
function textAt(x: number, y: number, text: string, size: number, fill: string): string {
  const element = document.createElementNS(namespace, 'text');
  const of = { x, y, fill, 'font-family': 'sans-serif', 'font-size': size };
  for (const [name, value] of Object.entries(of)) element.setAttribute(name, String(value));
  element.textContent = text;
  return new XMLSerializer().serializeToString(element);
}

const namespace = 'http://www.w3.org/2000/svg';

/** The names of the colors, in as many lines as they take. */
function legendOf(legend: Legend, width: number, fill: string, colourOf: (colour: string) => string) {
  let [x, y] = [12, 38];
  const drawn = legend.map(({ name, colour }) => {
    const takes = 26 + 6.5 * name.length;
    if (x > 12 && x + takes > width) [x, y] = [12, y + 16];
    const box = `<rect x="${x}" y="${y - 9}" width="10" height="10" rx="2" fill="${colourOf(colour)}"/>`;
    const text = textAt(x + 14, y, name, 11, fill);
    x += takes;
    return box + text;
  });
  return { drawn: drawn.join(''), height: legend.length === 0 ? 28 : y + 12 };
}

interface Picture {
  /** As SVG. */
  content: string;
  width: number;
  height: number;
}

export const svgType = 'image/svg+xml';

/** How many pixels a picture has for each of the page: enough for screens of high density, and for print. */
const density = 2;

/** Paints a picture, and hands it over as PNG. */
export async function painted({ content, width, height }: Picture, take: (png: Blob) => void): Promise<void> {
  const href = URL.createObjectURL(new Blob([content], { type: svgType }));
  const image = Object.assign(new Image(), { src: href });
  await image.decode();
  URL.revokeObjectURL(href);
  const size = { width: Math.ceil(width * density), height: Math.ceil(height * density) };
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(image, 0, 0, size.width, size.height);
  canvas.toBlob((png) => png && take(png), 'image/png');
}

/** The chart with its title and what its colors stand for, on the ground that it has on the page. */
export function pictureOf(chart: SVGSVGElement, title: string, legend: Legend): Picture {
  const ground = groundOf(chart);
  const colourOf = painter(ground);
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [chart, copy].map((each) => [...each.querySelectorAll('*')]);
  for (const [index, element] of (copied ?? []).entries()) {
    const style = getComputedStyle(shown?.[index] ?? chart);
    for (const name of kept) {
      const value = style.getPropertyValue(name);
      element.setAttribute(name, name === 'fill' || name === 'stroke' ? colourOf(value) : value);
    }
  }
  for (const each of copy.querySelectorAll('[data-cursor]')) each.remove();
  const { width, height } = chart.getBoundingClientRect();
  const ink = colourOf(getComputedStyle(chart).color);
  const head = legendOf(legend, width, ink, colourOf);
  const inner = [...copy.childNodes].map((each) => new XMLSerializer().serializeToString(each)).join('');
  const whole = { width, height: height + head.height };
  const size = `width="${width}" height="${whole.height}"`;
  const content =
    `<svg xmlns="${namespace}" ${size} viewBox="0 0 ${width} ${whole.height}">` +
    `<rect width="100%" height="100%" fill="${colourOf(ground)}"/>${textAt(12, 18, title, 13, ink)}` +
    `${head.drawn}<g transform="translate(0 ${head.height})">${inner}</g></svg>`;
  return { content, ...whole };
}

/** The color behind an element: that of the nearest one that has any. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}
