import { useState } from 'preact/hooks';
import type { BodyOf } from '../../../contract/operation.ts';
import { ofPlannedCard } from '../../../contract/plans.ts';
import type { routes } from '../../../contract/routes.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import type { OpenBoard } from '../../board/open.ts';
import { proposalTexts as texts } from '../../messages/proposals.ts';
import { type Card, type Part, partsOf, type Titles } from './facts.tsx';

export type Edited = Omit<BodyOf<typeof routes.proposals.accept>['cards'][number], 'proposalPublicId'>;

const without: Readonly<Record<Part, Edited>> = {
  labels: { labels: [] },
  members: { memberPublicIds: [] },
  dates: { startDate: null, dueDate: null },
  relations: { relations: [] },
};

interface EditProps {
  board: OpenBoard;
  card: Card;
  titles: Titles;
  cancel: () => void;
  accept: (edited: Edited) => Promise<void>;
}

/** What is to be different of a card that is accepted. */
export function Edit({ board, card, titles, cancel, accept }: EditProps) {
  const { store } = board;
  const [left, setLeft] = useState<ReadonlySet<Part>>(new Set());
  const lists = store.lists.value;
  const [list, setList] = useState(
    card.list !== undefined && lists.includes(card.list) ? card.list : lists[0],
  );
  const parts = partsOf(board, card, titles).filter(({ says }) => says.length > 0);
  return (
    <Form
      submit={texts.acceptEdited}
      cancel={cancel}
      onSubmit={({ title = '', description = '' }) =>
        accept({
          title: title.trim(),
          description: description === '' ? null : description,
          ...(list === undefined ? {} : { list }),
          ...Object.assign({}, ...[...left].map((part) => without[part])),
        })
      }
    >
      <Field label={texts.title} name="title" value={card.title} maxLength={ofPlannedCard.title} isFirst />
      <label class="field">
        <span class="field-label">{texts.description}</span>
        <textarea
          class="input"
          name="description"
          rows={6}
          maxLength={ofPlannedCard.description}
          defaultValue={card.description ?? ''}
        />
      </label>
      <Select label={texts.list} name="list" value={list ?? ''} onChange={setList}>
        {lists.map((id) => (
          <option key={id} value={id}>
            {store.get('list', id).value?.name}
          </option>
        ))}
      </Select>
      {parts.length > 0 && (
        <fieldset class="field">
          <legend class="field-label">{texts.keeps}</legend>
          {parts.map(({ part, says }) => (
            <label key={part} class="check">
              <input
                type="checkbox"
                checked={!left.has(part)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = [...left].filter((each) => each !== part);
                  setLeft(new Set(checked ? others : [...others, part]));
                }}
              />
              <span>{texts.kept(texts[part], says)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Form>
  );
}
