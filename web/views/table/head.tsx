import type { ReadonlySignal } from '@preact/signals';
import { ArrowDown, ArrowUp } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import type { ViewProps } from '../kind.ts';
import type { Settings } from '../settings.ts';
import { atEnd } from './row.tsx';
import type { TableState } from './state.ts';

interface HeadProps {
  state: TableState;
  settings: ReadonlySignal<Settings>;
  change: ViewProps['change'];
}

/** The names of the columns; each sorts by its column, then the other way, then not. */
export function Head({ state, settings, change }: HeadProps) {
  const [sorted] = settings.value.sort;
  const turn = (id: string) => {
    const next = sorted === id ? `-${id}` : sorted === `-${id}` ? undefined : id;
    change({ sort: next ? [next] : [] });
  };
  return (
    <div class="grid-line grid-head" role="row" aria-rowindex={1}>
      {state.columns.value.map(({ id, name, icon, isNumber }, index) => {
        const way = sorted === id ? 'ascending' : sorted === `-${id}` ? 'descending' : undefined;
        return (
          <div
            key={id}
            class={id === 'title' ? 'row cell name' : 'row cell'}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={way}
            style={{ paddingInline: '0.125rem', ...(isNumber ? atEnd : {}) }}
          >
            <button class="button plain small" type="button" onClick={() => turn(id)}>
              {index > 1 && <Icon of={icon} size={14} />}
              <span class="one-line">{name}</span>
              {way && <Icon of={way === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
            </button>
          </div>
        );
      })}
    </div>
  );
}
