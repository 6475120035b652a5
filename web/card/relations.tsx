import { CircleCheck, Plus, X } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import type { RelationType } from '../../contract/relation-types.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { relationTexts } from '../messages/relations.ts';
import type { Relation } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import type { CardPart } from './part.ts';
import { Picker } from './picker.tsx';
import { isPending, ofCard, shownTypes, unrelate } from './relate.ts';
import { RelationPicks } from './relation-picks.tsx';

/** Reads them again when something on the card has changed, or a change was sent. */
function useFresh({ board, id, etag }: CardPart, known: Resource<readonly Relation[]>): void {
  const isSent = board.parts.of(id).value.every(({ kind }) => kind !== 'relation');
  const isFirst = useRef(true);
  useEffect(() => {
    if (isSent && !isFirst.current) void known.read();
    isFirst.current = false;
  }, [isSent, etag]);
}

/** The cards that a card is related to, by what they are to it. */
export function Relations(part: CardPart) {
  const { board, id, mayEdit } = part;
  const known = useResource<readonly Relation[]>(...ofCard(board, id));
  useFresh(part, known);
  const relations = known.value.value ?? [];
  if (relations.length === 0) return null;
  return (
    <section class="relations">
      <header>
        <h2>{relationTexts.title}</h2>
        <span class="count">{relations.length}</span>
        <span class="room" />
        {mayEdit && (
          <Picker
            name={relationTexts.addRelated}
            label={relationTexts.addRelated}
            class="button plain small"
            face={
              <>
                <Icon of={Plus} /> {relationTexts.add}
              </>
            }
          >
            {(close) => <RelationPicks part={part} close={close} />}
          </Picker>
        )}
      </header>
      {shownTypes.map((type) => (
        <OfType
          key={type}
          part={part}
          type={type}
          relations={relations.filter((each) => each.type === type)}
        />
      ))}
    </section>
  );
}

interface OfTypeProps {
  part: CardPart;
  type: RelationType;
  relations: readonly Relation[];
}

function OfType({ part, type, relations }: OfTypeProps) {
  if (relations.length === 0) return null;
  const done = relations.filter(({ card }) => card.completedAt !== null).length;
  return (
    <>
      <h3>
        {relationTexts.headings[type]}{' '}
        {type === 'child' && <span class="quiet">{relationTexts.progress(done, relations.length)}</span>}
      </h3>
      <ul>
        {relations.map((relation) => (
          <Row key={relation.publicId} part={part} relation={relation} />
        ))}
      </ul>
    </>
  );
}

function Row({ part: { board, id, mayEdit }, relation }: { part: CardPart; relation: Relation }) {
  const { publicId, key, title, listName, boardPublicId, boardName, completedAt, archived } = relation.card;
  const isDone = completedAt !== null;
  const place = boardPublicId === board.id ? listName : `${boardName} · ${listName}`;
  return (
    <li class="row">
      {isDone && <Icon of={CircleCheck} size={14} />}
      <a class="one-line" href={`/c/${publicId}`}>
        {isDone && <span class="unseen">{relationTexts.done}: </span>}
        <span class="key">{key}</span> {title}
      </a>
      <span class="quiet one-line">{archived ? relationTexts.archived : place}</span>
      {mayEdit && !isPending(relation) && (
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={relationTexts.remove(key)}
          title={relationTexts.remove(key)}
          onClick={() => unrelate(board, id, relation)}
        >
          <Icon of={X} />
        </button>
      )}
    </li>
  );
}
