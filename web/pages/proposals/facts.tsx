import { Fragment } from 'preact';
import type { OpenBoard } from '../../board/open.ts';
import type { Proposal } from '../../board/proposed.tsx';
import { nearDay } from '../../messages/formats.ts';
import { proposalTexts as texts } from '../../messages/proposals.ts';
import { Markdown } from '../../ui/markdown.tsx';

export type Card = Proposal['card'];

/** What else is known of the cards of a plan, by the ids of their proposals. */
export type Titles = ReadonlyMap<string, string>;

const listOf = ({ store }: OpenBoard, id: string | undefined): string =>
  id === undefined ? texts.firstList : (store.get('list', id).value?.name ?? texts.goneList);

const namesOf = ({ store }: OpenBoard, ids: readonly string[] = []): string[] =>
  ids.map((id) => store.get('member', id).value?.user?.name ?? texts.goneMember);

/** The labels of a card that is proposed, by their ids or names; without a color where the board does not have them. */
function labelsOf({ store }: OpenBoard, called: readonly string[] = []) {
  const known = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  return called.map((each) => {
    const label = known.find(
      ({ publicId, name }) => publicId === each || name.toLowerCase() === each.toLowerCase(),
    );
    return { name: label?.name ?? each, colour: label?.colourCode };
  });
}

const relatedOf = ({ store }: OpenBoard, { relations = [] }: Card, titles: Titles): string[] =>
  relations.map(({ type, card }) =>
    texts.relation(type, titles.get(card) ?? store.get('card', card).value?.title ?? texts.otherCard),
  );

const datesOf = ({ startDate, dueDate }: Card): string[] => [
  ...(startDate ? [texts.start(nearDay(startDate))] : []),
  ...(dueDate ? [texts.due(nearDay(dueDate))] : []),
];

/** The parts of a card that can be left out when it is accepted, each with what it says. */
export const partsOf = (board: OpenBoard, card: Card, titles: Titles) => [
  { part: 'labels' as const, says: labelsOf(board, card.labels).map(({ name }) => name) },
  { part: 'members' as const, says: namesOf(board, card.memberPublicIds) },
  { part: 'dates' as const, says: datesOf(card) },
  { part: 'relations' as const, says: relatedOf(board, card, titles) },
];

export type Part = ReturnType<typeof partsOf>[number]['part'];

interface FactsProps {
  board: OpenBoard;
  card: Card;
  titles: Titles;
}

/** All that a card has which is proposed, beneath its title. */
export function Facts({ board, card, titles }: FactsProps) {
  const { description, items = [], list, labels, memberPublicIds } = card;
  const facts = [
    listOf(board, list),
    ...datesOf(card),
    ...namesOf(board, memberPublicIds),
    ...relatedOf(board, card, titles),
  ];
  return (
    <>
      {labels && labels.length > 0 && (
        <ul class="labels">
          {labelsOf(board, labels).map(({ name, colour }) => (
            <li key={name} class="label" style={{ '--colour': colour ?? 'var(--text-soft)' }}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two facts can read the same, and none has a state
          <Fragment key={index}>
            {index > 0 && ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </p>
      {description && <Markdown text={description} />}
      {items.length > 0 && (
        <details>
          <summary>{texts.items(items.length)}</summary>
          <ul class="proposed-items">
            {items.map(({ title }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids yet, and do not change
              <li key={index} dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
