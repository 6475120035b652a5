import { GitBranch, GitCommitHorizontal, GitPullRequest, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { cardCode } from '../../contract/code-hosts.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { codeTexts } from '../messages/code.ts';
import { Icon } from '../ui/icon.tsx';
import type { CardPart } from './part.ts';

type Link = ReplyOf<typeof cardCode.list>['links'][number];

const icons = { branch: GitBranch, commit: GitCommitHorizontal, 'pull-request': GitPullRequest };

/** What is shown before more is asked for. */
const few = 5;

/** The branches, commits and pull requests that name a card. */
export function Development({ board, id, etag, mayEdit, attempt }: CardPart) {
  const [isWhole, setWhole] = useState(false);
  const params = { cardPublicId: id };
  const known = useResource<readonly Link[]>(
    `code ${id}`,
    async (signal) => {
      if (!board.store.isKnown('card', id) && board.store.peek('card', id)) return [];
      const query = { limit: 100 };
      return (await server.ask(routes.cardCode.list, { params, query }, { signal })).reply.links;
    },
    { isKept: true },
  );
  const isFirst = useRef(true);
  const state = board.store.get('card', id).value;
  useEffect(() => {
    if (!isFirst.current) void known.read();
    isFirst.current = false;
  }, [etag, state]);
  const links = known.value.value ?? [];
  if (links.length === 0) return null;
  // Pull requests first: they say how far the work is.
  const sorted = links.toSorted((a, b) => Number(b.number !== null) - Number(a.number !== null));
  return (
    <section class="relations">
      <header>
        <h2>{codeTexts.title}</h2>
        <span class="count">{links.length}</span>
      </header>
      <ul>
        {sorted.slice(0, isWhole ? undefined : few).map((link) => (
          <Row
            key={link.publicId}
            link={link}
            remove={
              mayEdit &&
              (() =>
                void attempt(async () => {
                  const at = { ...params, codeLinkPublicId: link.publicId };
                  await server.ask(routes.cardCode.unlink, { params: at });
                  await known.read();
                }))
            }
          />
        ))}
      </ul>
      {!isWhole && links.length > few && (
        <button class="button plain small" type="button" onClick={() => setWhole(true)}>
          {codeTexts.more}
        </button>
      )}
    </section>
  );
}

function Row({ link, remove }: { link: Link; remove: false | (() => void) }) {
  const { kind, title, url, repository, number, commit, state, author } = link;
  const name = number === null ? (commit?.slice(0, 7) ?? null) : `#${number}`;
  return (
    <li class="row">
      <Icon of={icons[kind]} size={14} />
      <a class="one-line" href={url} target="_blank" rel="noreferrer noopener">
        <span class="unseen">{codeTexts.kinds[kind]}: </span>
        {name && <span class="key">{name}</span>} <bdi>{title}</bdi>
      </a>
      {state && <span class={`pill ${state === 'merged' ? 'success' : ''}`}>{codeTexts.states[state]}</span>}
      <span class="quiet one-line">
        <bdi>{repository}</bdi>
        {author && (
          <>
            {' · '}
            <bdi>{author}</bdi>
          </>
        )}
      </span>
      {remove && (
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={codeTexts.remove(title)}
          title={codeTexts.remove(title)}
          onClick={remove}
        >
          <Icon of={X} />
        </button>
      )}
    </li>
  );
}
