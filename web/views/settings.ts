import { signal } from '@preact/signals';
import type { Static } from 'typebox';
import { routes } from '../../contract/routes.ts';
import type { View, ViewKind } from '../../contract/views.ts';
import { type Resource, resourceOf } from '../app/resource.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { viewAsked } from '../board/view-address.ts';
import { local } from '../sync/local.ts';

/*
 * What views are set to. Those that are saved come from the service. What is changed of one is kept in this browser until it
 * is saved there, as is what a kind is set to without a saved view.
 */

export type Saved = Static<typeof View>;

/** What a view shows, without its filter, which is that of the page. */
export type Settings = Pick<Saved, 'groupBy' | 'sort' | 'columns' | 'layout'>;

const nothing: Settings = { groupBy: null, sort: [], columns: [], layout: null };

/** The saved views of a board, which are also there without a connection. */
export const savedViews = ({ id }: OpenBoard): Resource<readonly Saved[]> =>
  resourceOf(`views ${id}`, (until) => readViews(id, until), { isKept: true });

export const readViews = async (boardPublicId: string, until: AbortSignal): Promise<readonly Saved[]> =>
  (await server.ask(routes.views.list, { params: { boardPublicId } }, { signal: until })).reply;

export interface Current {
  /** The id of a saved view, or a kind. */
  key: string;
  kind: ViewKind;
  saved: Saved | undefined;
}

/** The view that the address asks for; undefined if it is none, or not known yet. */
export function currentOf(board: OpenBoard): Current | undefined {
  const key = viewAsked.value;
  const saved = savedViews(board).value.value?.find(({ publicId }) => publicId === key);
  const kind = saved?.kind ?? key;
  return isKind(kind) ? { key, kind, saved } : undefined;
}

const isKind = (kind: string): kind is ViewKind =>
  kind === 'board' || kind === 'table' || kind === 'calendar' || kind === 'timeline' || kind === 'chart';

/** What was changed of views and not saved, as JSON by their names in the local storage. */
const changes = signal<ReadonlyMap<string, string>>(new Map());

const nameOf = ({ id }: OpenBoard, key: string): string => `view ${id} ${key}`;

function changedOf(board: OpenBoard, key: string): Partial<Settings> {
  const name = nameOf(board, key);
  const stored = changes.value.get(name) ?? local.get(name) ?? '{}';
  try {
    return JSON.parse(stored) as Partial<Settings>;
  } catch {
    return {};
  }
}

/** Whether anything of a saved view was changed and not saved. */
export const isChanged = (board: OpenBoard, { key }: Current): boolean =>
  Object.keys(changedOf(board, key)).length > 0;

/** What a view is set to. */
export function settingsOf(board: OpenBoard, { key, saved }: Current, first: Partial<Settings>): Settings {
  const { groupBy, sort, columns, layout } = saved ?? { ...nothing, ...first };
  return { groupBy, sort, columns, layout, ...changedOf(board, key) };
}

export function changeSettings(board: OpenBoard, { key, saved }: Current, given: Partial<Settings>): void {
  const changed = { ...changedOf(board, key), ...given };
  // What is as it is saved is no change.
  const left = Object.entries(changed).filter(
    ([name, value]) => JSON.stringify(saved?.[name as keyof Settings]) !== JSON.stringify(value),
  );
  keep(board, key, Object.fromEntries(left));
}

export const forgetChanges = (board: OpenBoard, { key }: Pick<Current, 'key'>): void => keep(board, key, {});

function keep(board: OpenBoard, key: string, changed: Partial<Settings>): void {
  const name = nameOf(board, key);
  const text = JSON.stringify(changed);
  if (text === '{}') local.drop(name);
  else local.set(name, text);
  changes.value = new Map([...changes.peek(), [name, text]]);
}
