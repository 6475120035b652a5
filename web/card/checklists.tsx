import { Plus, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { Icon } from '../ui/icon.tsx';
import type { CardPart, WholeCard } from './part.ts';

type Checklist = WholeCard['checklists'][number];

export function Checklists(part: CardPart) {
  const { card, id, attempt } = part;
  const add = () =>
    attempt(() =>
      server.ask(routes.checklists.create, {
        params: { cardPublicId: id },
        body: { name: t.card.checklist },
      }),
    );
  return (
    <>
      {card.checklists.map((checklist) => (
        <OneChecklist key={checklist.publicId} {...part} checklist={checklist} />
      ))}
      <button class="button add-checklist" type="button" onClick={() => void add()}>
        <Icon of={Plus} /> {t.card.addChecklist}
      </button>
    </>
  );
}

function OneChecklist({ checklist, attempt }: CardPart & { checklist: Checklist }) {
  const { publicId, name, items } = checklist;
  const done = items.filter(({ completed }) => completed).length;
  const [isAdding, setAdding] = useState(items.length === 0);
  const addItems = async (text: string) => {
    // Several pasted lines are several items.
    for (const title of text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean))
      await server.ask(routes.checklists.createItem, {
        params: { checklistPublicId: publicId },
        body: { title },
      });
  };
  const params = { checklistPublicId: publicId };
  return (
    <section class="checklist">
      <header>
        <h2>{name}</h2>
        <span class="quiet">{t.board.items(done, items.length)}</span>
        <span class="room" />
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={t.card.deleteChecklist(name)}
          onClick={() => void attempt(() => server.ask(routes.checklists.delete, { params }))}
        >
          <Icon of={Trash2} />
        </button>
      </header>
      <progress value={done} max={Math.max(items.length, 1)} aria-label={name} />
      <ul>
        {items.map((item) => (
          <li key={item.publicId}>
            <label class={item.completed ? 'item done' : 'item'}>
              <input
                type="checkbox"
                checked={item.completed}
                onChange={({ currentTarget: { checked } }) =>
                  void attempt(() =>
                    server.ask(routes.checklists.updateItem, {
                      params: { checklistItemPublicId: item.publicId },
                      body: { completed: checked },
                    }),
                  )
                }
              />
              <span>{item.title}</span>
            </label>
            <button
              class="button plain small icon-only"
              type="button"
              aria-label={t.card.deleteItem(item.title)}
              onClick={() =>
                void attempt(() =>
                  server.ask(routes.checklists.deleteItem, {
                    params: { checklistItemPublicId: item.publicId },
                  }),
                )
              }
            >
              <Icon of={Trash2} size={14} />
            </button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <textarea
          class="input"
          rows={1}
          placeholder={t.card.itemTitle}
          aria-label={t.card.itemTitle}
          onKeyDown={(event) => {
            const field = event.currentTarget;
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              setAdding(false);
            }
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            const text = field.value;
            field.value = '';
            void attempt(() => addItems(text)).then((isDone) => {
              if (!isDone) field.value = text;
            });
          }}
        />
      ) : (
        <button class="button plain small" type="button" onClick={() => setAdding(true)}>
          {t.card.addItem}
        </button>
      )}
    </section>
  );
}
