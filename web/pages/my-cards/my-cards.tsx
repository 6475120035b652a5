import { Calendar, Clock } from 'lucide';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { type PagesOf, usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { Shell } from '../../app/shell.tsx';
import { longDate, shortDate } from '../../board/due.ts';
import { isWholeDay } from '../../messages/days.ts';
import { myCardsTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { hueOfBoard } from '../../ui/hue.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Group, groupOf, groups } from './groups.ts';
import '../settings.css';

type MyCard = ReplyOf<typeof routes.cards.mine>['cards'][number];

/** The cards that the user is a member of, in all workspaces, by due date. */
export function MyCards() {
  const pages = usePages('my cards', async (cursor, signal) => {
    const query = { limit: 100, ...(cursor ? { cursor } : {}) };
    const { reply } = await server.ask(routes.cards.mine, { query }, { signal });
    return { items: reply.cards, nextCursor: reply.nextCursor };
  });
  return (
    <Shell title={t.myCards}>
      <div class="work">
        {pages.problem && (
          <p class="problem" role="alert">
            {pages.problem}
          </p>
        )}
        {pages.items === undefined && !pages.problem && <div class="coming" role="status" />}
        {pages.items?.length === 0 && <Nothing />}
        {pages.items && pages.items.length > 0 && <Groups pages={pages} cards={pages.items} />}
      </div>
    </Shell>
  );
}

const Nothing = () => (
  <section class="trouble">
    <h2>{texts.none}</h2>
    <p class="quiet">{texts.noneHint}</p>
    <a class="button" href="/">
      {texts.toBoards}
    </a>
  </section>
);

function Groups({ pages, cards }: { pages: PagesOf<MyCard>; cards: readonly MyCard[] }) {
  const now = new Date();
  const boards = new Set(cards.map(({ board }) => board.publicId)).size;
  const byGroup = Map.groupBy(cards, ({ dueDate }) => groupOf(dueDate, now));
  return (
    <>
      <p class="quiet">
        {pages.hasMore ? texts.countSoFar(cards.length) : texts.count(cards.length, boards)}
      </p>
      {groups.map((group) => {
        const those = byGroup.get(group) ?? [];
        return (
          those.length > 0 && (
            <section key={group} aria-label={texts.groups[group]}>
              <h2 class={group}>
                {texts.groups[group]} {those.length}
              </h2>
              <ul>
                {those.map((card) => (
                  <CardRow key={card.publicId} card={card} group={group} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {pages.hasMore && (
        <button class="button" type="button" onClick={() => void pages.more()}>
          {texts.more}
        </button>
      )}
    </>
  );
}

function CardRow({ card, group }: { card: MyCard; group: Group }) {
  const { publicId, title, dueDate, list, board, workspace } = card;
  return (
    <li>
      <a href={`/c/${publicId}`} title={texts.in(list.name, board.name, workspace.name)}>
        <span class="title">{title}</span>
        {dueDate ? <Due dueDate={dueDate} group={group} /> : <span />}
        <span class="where" style={{ '--hue': String(hueOfBoard(board.publicId)) }}>
          <span class="dot" />
          <span class="one-line" dir="auto">
            {board.name}
          </span>
        </span>
      </a>
    </li>
  );
}

function Due({ dueDate, group }: { dueDate: string; group: Group }) {
  const urgency = { overdue: 'overdue', today: 'soon' }[group as string] ?? '';
  return (
    <time class={`badge ${urgency}`} dateTime={dueDate} title={longDate(dueDate)}>
      <Icon of={isWholeDay(dueDate) ? Calendar : Clock} size={12} /> {shortDate(dueDate)}
    </time>
  );
}
