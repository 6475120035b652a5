import type { channels } from '../../../contract/channels.ts';
import { problemForTiles } from '../../../contract/filter/on-tiles.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { FilterField } from '../../app/filter-field.tsx';
import { fieldsOn, knownOn } from '../../board/language.ts';
import type { OpenBoard } from '../../board/open.ts';
import { chatTexts as texts } from '../../messages/settings.ts';
import { type Choice, choicesOn } from '../choices.ts';

export type Filter = NonNullable<ReplyOf<typeof channels.list>[number]['filter']>;

type Group = Exclude<keyof Filter, 'text'>;

const groups = Object.keys(texts.groups) as Group[];

/** What a filter can name on a board. */
function namesOn(board: OpenBoard): Record<Group, readonly Choice[]> {
  const { lists, labels, members } = choicesOn(board);
  return { listPublicIds: lists, labelPublicIds: labels, memberPublicIds: members };
}

/** The cards that a filter lets through, in a line. */
export function wordsOf(board: OpenBoard, filter: Filter): string {
  const on = namesOn(board);
  const names = groups.flatMap((group) =>
    (filter[group] ?? []).map((id) => on[group].find((each) => each.id === id)?.name ?? texts.gone),
  );
  return texts.filtered(filter.text ? [...names, filter.text] : names);
}

/** What is sent of a filter: of what has been deleted nothing, since the service refuses it. */
export function presentIn(board: OpenBoard, filter: Filter | null): Filter | null {
  if (!filter) return null;
  const on = namesOn(board);
  const ids = groups.map((group) => [
    group,
    (filter[group] ?? []).filter((id) => on[group].some((each) => each.id === id)),
  ]);
  return { ...Object.fromEntries(ids), text: filter.text?.trim() ?? '' };
}

export const isEmpty = (filter: Filter | null): boolean =>
  filter !== null && groups.every((group) => !filter[group]?.length) && !filter.text?.trim();

interface CardsFieldProps {
  board: OpenBoard;
  filter: Filter | null;
  choose: (filter: Filter | null) => void;
}

/** The cards of which a chat is told. */
export function CardsField({ board, filter, choose }: CardsFieldProps) {
  const on = namesOn(board);
  return (
    <fieldset class="events">
      <legend class="field-label">{texts.which}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={filter !== null}
          onChange={({ currentTarget: { checked } }) => choose(checked ? {} : null)}
        />
        {texts.some}
      </label>
      {filter && (
        <>
          <p class="field-hint">{texts.someHint}</p>
          {groups.map((group) => (
            <Names
              key={group}
              title={texts.groups[group]}
              all={on[group]}
              chosen={filter[group] ?? []}
              choose={(chosen) => choose({ ...filter, [group]: chosen })}
            />
          ))}
          <FilterField
            label={texts.passing}
            name="filter"
            value={filter.text ?? ''}
            hint={texts.passingHint}
            known={knownOn(board.store)}
            problemIn={(text) => problemForTiles(text, fieldsOn(board.store))}
            changed={(text) => choose({ ...filter, text })}
          />
          {isEmpty(filter) && <p class="problem">{texts.noCards}</p>}
        </>
      )}
    </fieldset>
  );
}

interface NamesProps {
  title: string;
  all: readonly Choice[];
  chosen: readonly string[];
  choose: (chosen: string[]) => void;
}

const Names = ({ title, all, chosen, choose }: NamesProps) => (
  <details open={chosen.length > 0}>
    <summary>{title}</summary>
    {all.map(({ id, name }) => (
      <label key={id} class="check">
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            choose(
              all.flatMap((each) => ((each.id === id ? checked : chosen.includes(each.id)) ? [each.id] : [])),
            )
          }
        />
        <span dir="auto">{name}</span>
      </label>
    ))}
    {all.length === 0 && <p class="field-hint">{texts.noChoice}</p>}
  </details>
);
