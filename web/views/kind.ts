import type { ReadonlySignal, Signal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren, ComponentType } from 'preact';
import type { ViewKind } from '../../contract/views.ts';
import type { OpenBoard } from '../board/open.ts';
import type { Settings } from './settings.ts';

export interface ViewProps {
  board: OpenBoard;
  cards: ReadonlySignal<readonly string[]>;
  settings: ReadonlySignal<Settings>;
  change: (settings: Partial<Settings>) => void;
  /** Its own controls, which its bar begins with. */
  bar: Signal<ComponentChildren>;
}

export interface KindOfView {
  kind: ViewKind;
  icon: IconNode;
  /** What it offers in its bar; nothing else of the settings is shown there. */
  has: readonly ('groupBy' | 'sort' | 'columns')[];
  /** What it is set to at first. */
  first: Partial<Settings>;
  Part: ComponentType<ViewProps>;
}
