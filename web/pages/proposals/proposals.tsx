import { useState } from 'preact/hooks';
import { ApiError } from '../../../contract/client.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { may } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { mostKnown, type Proposal, useProposals } from '../../board/proposed.tsx';
import { proposalTexts as texts } from '../../messages/proposals.ts';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BotMark } from '../../ui/bot-mark.tsx';
import { toast } from '../../ui/toast.tsx';
import type { PanelPart } from '../board-info.ts';
import { Edit, type Edited } from './edit.tsx';
import { Facts, type Titles } from './facts.tsx';
import './proposals.css';

/** The cards that are proposed on a board, by plan: each is accepted, edited or discarded. */
export function Proposals({ board }: PanelPart) {
  const known = useProposals(board);
  return (
    <>
      <p class="quiet">{texts.hint}</p>
      <Loaded of={known}>
        {({ proposals, hasMore }) => (
          <>
            {proposals.length === 0 && <p class="quiet">{texts.none}</p>}
            {[...Map.groupBy(proposals, ({ planPublicId }) => planPublicId)].map(([id, cards]) => (
              <Plan key={id} board={board} cards={cards} read={known.read} />
            ))}
            {hasMore && <p class="quiet">{texts.more(mostKnown)}</p>}
          </>
        )}
      </Loaded>
    </>
  );
}

interface PlanProps {
  board: OpenBoard;
  cards: readonly Proposal[];
  read: () => Promise<void>;
}

type Accepted = { proposalPublicId: string } & Edited;

/** Accepts and discards cards of a plan; both resolve with what was wrong. */
function useDecisions({ board, cards, read }: PlanProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const params = { boardPublicId: board.id };
  const titles: Titles = new Map(cards.map(({ publicId, card }) => [publicId, card.title]));
  const act = async (work: () => Promise<unknown>, ids: readonly string[]): Promise<string | undefined> => {
    setBusy(true);
    setProblem(undefined);
    const wrong = await work().then(
      () => undefined,
      (error: unknown) => problemIn(error, ids, titles),
    );
    await read();
    setBusy(false);
    return wrong;
  };
  const accept = (chosen: readonly Accepted[]) =>
    act(
      async () => {
        const { reply } = await server.ask(routes.proposals.accept, { params, body: { cards: [...chosen] } });
        if (reply.relationsLeftOut > 0) toast(texts.leftOut(reply.relationsLeftOut));
      },
      chosen.map(({ proposalPublicId }) => proposalPublicId),
    );
  const discard = (ids: string[]) =>
    act(() => server.ask(routes.proposals.discard, { params, body: { proposalPublicIds: ids } }), ids);
  return { isBusy, problem, setProblem, titles, accept, discard };
}

/** What was proposed at once. */
function Plan({ board, cards, read }: PlanProps) {
  const { isBusy, problem, setProblem, titles, accept, discard } = useDecisions({ board, cards, read });
  const [first] = cards;
  if (!first) return null;
  const { proposedBy, apiKey, createdAt } = first;
  const ids = cards.map(({ publicId }) => publicId);
  const mayDecide = may(board, 'card:create');
  const name = proposedBy.name ?? texts.someone;
  return (
    <section class="plan" aria-label={texts.proposes(name, cards.length)} aria-busy={isBusy}>
      <p class="proposed-by">
        <Avatar id={proposedBy.id} name={name} isBot={proposedBy.isBot} />
        <span>
          <strong>{texts.proposes(name, cards.length)}</strong> {proposedBy.isBot && <BotMark />}{' '}
          <span class="quiet">
            <Ago at={createdAt} />
            {apiKey && ` · ${apiKey.name}`}
          </span>
        </span>
      </p>
      {mayDecide && cards.length > 1 && (
        <div class="deeds">
          <button
            class="button small"
            type="button"
            disabled={isBusy}
            onClick={() =>
              void accept(ids.map((proposalPublicId) => ({ proposalPublicId }))).then(setProblem)
            }
          >
            {texts.acceptAll}
          </button>
          <Confirm
            label={texts.discardAll}
            question={texts.discardQuestion(cards.length)}
            yes={texts.discardAll}
            run={() => discard(ids).then(setProblem)}
            isPlain
          />
        </div>
      )}
      {problem && <Problem text={problem} />}
      <ul class="proposals">
        {cards.map((each) => (
          <One
            key={each.publicId}
            board={board}
            proposal={each}
            titles={titles}
            isBusy={isBusy}
            mayDecide={mayDecide}
            accept={(edited) => accept([{ proposalPublicId: each.publicId, ...edited }])}
            discard={() => discard([each.publicId])}
          />
        ))}
      </ul>
    </section>
  );
}

const Problem = ({ text }: { text: string }) => (
  <p class="problem" role="alert" dir="auto">
    {text}
  </p>
);

/** What is wrong, with the title of the card that it is about. */
function problemIn(error: unknown, ids: readonly string[], titles: Titles): string {
  const [issue] = error instanceof ApiError ? error.issues : [];
  const place = /^body\/cards\/(\d+)\//.exec(issue?.message ?? '')?.[1];
  const text = texts.problems[issue?.code ?? ''] ?? problemOf(error);
  const title = place === undefined ? undefined : titles.get(ids[Number(place)] ?? '');
  return title === undefined ? text : texts.problemOf(title, text);
}

interface OneProps {
  board: OpenBoard;
  proposal: Proposal;
  titles: Titles;
  isBusy: boolean;
  mayDecide: boolean;
  /** Both resolve with what was wrong. */
  accept: (edited?: Edited) => Promise<string | undefined>;
  discard: () => Promise<string | undefined>;
}

function One({ board, proposal: { card }, titles, isBusy, mayDecide, accept, discard }: OneProps) {
  const [isEdited, setEdited] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (isEdited)
    return (
      <li>
        {problem && <Problem text={problem} />}
        <Edit
          board={board}
          card={card}
          titles={titles}
          cancel={() => setEdited(false)}
          accept={(edited) => accept(edited).then(setProblem)}
        />
      </li>
    );
  return (
    <li>
      <h3 dir="auto">{card.title}</h3>
      <Facts board={board} card={card} titles={titles} />
      {problem && <Problem text={problem} />}
      {mayDecide && (
        <div class="deeds">
          <button
            class="button small"
            type="button"
            disabled={isBusy}
            aria-label={texts.acceptOne(card.title)}
            onClick={() => void accept().then(setProblem)}
          >
            {texts.accept}
          </button>
          <button
            class="button plain small"
            type="button"
            disabled={isBusy}
            aria-label={texts.editOne(card.title)}
            onClick={() => setEdited(true)}
          >
            {texts.edit}
          </button>
          <button
            class="button plain small"
            type="button"
            disabled={isBusy}
            aria-label={texts.discardOne(card.title)}
            onClick={() => void discard().then(setProblem)}
          >
            {texts.discard}
          </button>
        </div>
      )}
    </li>
  );
}
