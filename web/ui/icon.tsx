import { ArrowLeft, ChevronLeft, ChevronRight, type IconNode, LogOut, PanelRight } from 'lucide';
import { h } from 'preact';

/** Icons that point to a side, which is the other one where languages are written from right to left. */
const pointing: ReadonlySet<IconNode> = new Set([ArrowLeft, ChevronLeft, ChevronRight, LogOut, PanelRight]);

/** An icon next to a text, or in a button that has a label. */
export const Icon = ({ of, size = 16 }: { of: IconNode; size?: number }) => {
  const { lines, others } = drawn(of);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      class={pointing.has(of) ? 'points' : undefined}
    >
      <path d={lines} />
      {others.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
};

interface Drawing {
  lines: string;
  others: IconNode;
}

const drawings = new WeakMap<IconNode, Drawing>();

/** Joins the paths of an icon into one: a board has hundreds of icons, most of them with four paths or more. */
function drawn(icon: IconNode): Drawing {
  const known = drawings.get(icon);
  if (known) return known;
  const isLine = ([tag]: IconNode[number]) => tag === 'path' || tag === 'circle';
  const lines = icon.filter(isLine).map(([, { d, cx, cy, r }]) =>
    // Start each path at 0,0, in case its first command is relative.
    d === undefined
      ? `M${cx} ${cy}m-${r} 0a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0-${2 * Number(r)} 0`
      : `M0 0${d}`,
  );
  const made = { lines: lines.join(''), others: icon.filter((each) => !isLine(each)) };
  drawings.set(icon, made);
  return made;
}
