import { useSignal } from '@preact/signals';
import { Download } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { chartTexts as texts } from '../../messages/charts.ts';
import { csv, save } from '../../ui/csv.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { Chart } from './chart.ts';
import { painted, pictureOf, svgType } from './picture.ts';
import { Plot } from './plot.tsx';

/** A chart with its name, what its numbers are, and its files. */
export function Figure({ chart, board }: { chart: Chart; board: string }) {
  const picture = useRef<SVGSVGElement>(null);
  const isTable = useSignal(false);
  const heading = useId();
  const { title, summary, marks, legend } = chart;
  const name = `${board} – ${title}`;
  return (
    <section class="rows" aria-labelledby={heading} style={boxStyle}>
      <div class="row" style={{ alignItems: 'center' }}>
        <div style={{ flex: 1, minInlineSize: 0 }}>
          <h2 id={heading} style={{ fontSize: 'var(--size-m)' }}>
            {title}
          </h2>
          <p class="quiet" style={small}>
            {summary}
          </p>
        </div>
        {marks.length > 0 && (
          <button
            class="button plain small"
            type="button"
            aria-pressed={isTable.value}
            aria-label={`${texts.showTable}: ${title}`}
            onClick={() => (isTable.value = !isTable.value)}
          >
            {texts.showTable}
          </button>
        )}
        <Menu
          label={texts.menu(title)}
          title={texts.menu(title)}
          icon={Download}
          items={() => filesOf(chart, name, picture)}
        />
      </div>
      {marks.length === 0 ? (
        <p class="quiet" style={{ ...small, paddingBlock: '3rem', textAlign: 'center' }}>
          {chart.empty}
        </p>
      ) : isTable.value ? (
        <Numbers chart={chart} />
      ) : (
        <Plot chart={chart} picture={picture} />
      )}
      {!isTable.value && marks.length > 0 && legend.length > 0 && (
        <ul class="row wrap" style={{ ...small, gap: '0.25rem 0.75rem' }}>
          {legend.map(({ name: of, colour }) => (
            <li key={of} class="row" style={{ alignItems: 'center', gap: '0.375rem', minInlineSize: 0 }}>
              <span class="dot" style={{ background: colour }} />
              <span class="one-line" style={{ maxInlineSize: '12rem' }}>
                {of}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a chart can be saved as: its numbers, and if it is shown, its picture. */
function filesOf(
  { columns, rows, legend }: Chart,
  name: string,
  picture: { current: SVGSVGElement | null },
): MenuItem[] {
  const drawn = () => picture.current && pictureOf(picture.current, name, legend);
  const numbers = { text: texts.saveCsv, run: () => save(`${name}.csv`, 'text/csv', csv(columns, rows)) };
  if (!picture.current) return [numbers];
  const saveSvg = () => {
    const svg = drawn();
    if (svg) save(`${name}.svg`, svgType, svg.content);
  };
  const savePng = () => {
    const svg = drawn();
    if (svg) void painted(svg, (png) => save(`${name}.png`, 'image/png', png));
  };
  return [numbers, { text: texts.savePng, run: savePng }, { text: texts.saveSvg, run: saveSvg }];
}

const small = { fontSize: 'var(--size-s)' };
const boxStyle = { padding: '0.75rem 1rem', gap: '0.5rem', minInlineSize: 0, alignContent: 'start' };

/** The numbers of a chart, for those who read them rather than see them. */
const Numbers = ({ chart: { title, columns, rows } }: { chart: Chart }) => (
  <div
    role="region"
    aria-label={`${texts.showTable}: ${title}`}
    tabIndex={0}
    style={{ overflow: 'auto', maxBlockSize: '18rem' }}
  >
    <table style={{ ...small, inlineSize: '100%', borderCollapse: 'collapse', whiteSpace: 'nowrap' }}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" style={cell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((text, index) => (
              <td key={columns[index]} style={{ ...cell, borderBlockStart: '1px solid var(--line)' }}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const cell = { padding: '0.25rem 0.75rem 0.25rem 0', textAlign: 'start' };
