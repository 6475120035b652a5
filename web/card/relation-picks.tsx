import { useEffect, useId, useState } from 'preact/hooks';
import type { RelationType } from '../../contract/relation-types.ts';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import { cardTexts } from '../messages/card.ts';
import { relationTexts } from '../messages/relations.ts';
import type { Relation } from '../sync/mutation.ts';
import { comboboxOf, Option, Options, stepOf } from '../ui/combobox.tsx';
import { isComposing } from '../ui/composing.ts';
import { takesFocusInPlace } from '../ui/focus.ts';
import type { CardPart } from './part.ts';
import { relate, relatedTo, shownTypes } from './relate.ts';

type Found = Relation['card'];

/** Max cards offered. */
const most = 12;

/** Cards of the board whose title or key has the text, which need no connection. */
function onBoard({ board: { id, store }, card: { cardPrefix } }: CardPart, text: string): Found[] {
  const wanted = text.toLowerCase();
  const board = store.get('board', id).peek()?.name ?? '';
  return store.lists.peek().flatMap((list) =>
    store
      .cardsOf(list)
      .peek()
      .flatMap((each): Found[] => {
        const card = store.peek('card', each);
        const key = `${cardPrefix}-${card?.cardNumber}`;
        if (!card || !(card.title.toLowerCase().includes(wanted) || key.toLowerCase() === wanted)) return [];
        const listName = store.peek('list', list)?.name ?? '';
        const { title, completedAt } = card;
        return [
          {
            publicId: each,
            key,
            title,
            listName,
            boardPublicId: id,
            boardName: board,
            completedAt,
            archived: false,
          },
        ];
      }),
  );
}

/** Cards of the workspace that a search finds, once no more is typed. */
function useFound({ card: { workspacePublicId, cardPrefix } }: CardPart, text: string): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    setFound([]);
    if (text === '' || workspacePublicId === undefined) return;
    const off = new AbortController();
    const ask = async () => {
      const input = { params: { workspacePublicId }, query: { query: text.slice(0, 100), limit: most } };
      const { reply } = await server.ask(routes.search.workspace, input, { signal: off.signal });
      setFound(
        reply.flatMap((each): Found[] =>
          each.type === 'card'
            ? [
                {
                  publicId: each.publicId,
                  key: `${cardPrefix}-${each.cardNumber}`,
                  title: each.title,
                  listName: each.listName ?? '',
                  boardPublicId: each.boardPublicId ?? '',
                  boardName: each.boardName ?? '',
                  completedAt: null,
                  archived: each.archivedAt !== null,
                },
              ]
            : [],
        ),
      );
    };
    // Without a connection, the cards of the board are offered.
    const timer = setTimeout(() => void ask().catch(() => undefined), 200);
    return () => {
      clearTimeout(timer);
      off.abort();
    };
  }, [text, workspacePublicId]);
  return found;
}

/** Chooses a card of the workspace, and how it is related to this one. */
export function RelationPicks({ part, close }: { part: CardPart; close: () => void }) {
  const [type, setType] = useState<RelationType>('blocked-by');
  return (
    <div class="choose">
      <select
        class="input"
        aria-label={relationTexts.type}
        value={type}
        onChange={({ currentTarget }) =>
          setType(shownTypes.find((each) => each === currentTarget.value) ?? type)
        }
      >
        {shownTypes.map((each) => (
          <option key={each} value={each}>
            {relationTexts.types[each]}
          </option>
        ))}
      </select>
      <FindCard
        part={part}
        choose={(card) => {
          relate(part.board, part.id, type, card);
          close();
        }}
      />
    </div>
  );
}

function FindCard({ part, choose }: { part: CardPart; choose: (card: Found) => void }) {
  const id = useId();
  const [given, setText] = useState('');
  const [at, setAt] = useState(0);
  const text = given.trim();
  const taken = relatedTo(part.board, part.id);
  const elsewhere = useFound(part, text);
  const here = text === '' ? [] : onBoard(part, text).slice(0, most / 2);
  const found = [...new Map([...here, ...elsewhere].map((card) => [card.publicId, card])).values()]
    .filter(({ publicId }) => !taken.has(publicId))
    .slice(0, most);
  const onKey = (event: KeyboardEvent) => {
    const step = stepOf(event.key, at, found.length);
    const chosen = found[at];
    if (step !== undefined) setAt(step);
    else if (event.key === 'Enter' && !isComposing(event)) {
      if (chosen) choose(chosen);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        class="input"
        type="text"
        autocomplete="off"
        aria-label={relationTexts.find}
        placeholder={relationTexts.find}
        {...comboboxOf(id, at, found.length)}
        ref={takesFocusInPlace}
        data-focused
        value={given}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <Options id={id} label={relationTexts.find}>
        {found.map((card, index) => (
          <Option
            key={card.publicId}
            of={id}
            index={index}
            isActive={index === at}
            choose={() => choose(card)}
          >
            <span class="name one-line">
              <span class="key">{card.key}</span> {card.title}
            </span>
            <span class="quiet">{card.boardPublicId === part.board.id ? card.listName : card.boardName}</span>
          </Option>
        ))}
      </Options>
      {found.length === 0 && (
        <p class="quiet" role="status">
          {text === '' ? relationTexts.hint : cardTexts.nothingFound}
        </p>
      )}
    </>
  );
}
