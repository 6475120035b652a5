import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { me, server } from '../pages/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Markdown } from '../ui/markdown.tsx';
import type { CardPart } from './part.ts';

type Comment = ReplyOf<typeof routes.comments.list>['comments'][number];

const ago = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** What people say about the card, the newest first. */
export function Comments({ id, card, attempt }: CardPart) {
  const [comments, setComments] = useState<readonly Comment[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = `draft of a comment ${id}`;
  const params = { cardPublicId: id };
  useEffect(() => {
    void server
      .ask(routes.comments.list, { params, query: { limit: 100 } })
      .then(({ reply }) => setComments(reply.comments))
      .catch(() => undefined);
    // The card was read again: so are its comments.
  }, [card]);
  const send = async () => {
    const text = field.current?.value ?? '';
    if (!field.current || text.trim() === '') return;
    const isSent = await attempt(() =>
      server.ask(routes.comments.create, { params, body: { comment: text } }),
    );
    if (!isSent) return;
    field.current.value = '';
    sessionStorage.removeItem(draft);
  };
  return (
    <section class="comments">
      <h2>{t.card.comments}</h2>
      <div class="write">
        <textarea
          ref={(textarea) => {
            if (textarea && !field.current) textarea.value = sessionStorage.getItem(draft) ?? '';
            field.current = textarea;
          }}
          class="input"
          rows={2}
          maxLength={10_000}
          placeholder={t.card.writeComment}
          aria-label={t.card.writeComment}
          onInput={({ currentTarget }) => sessionStorage.setItem(draft, currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          }}
        />
        <button class="button primary" type="button" onClick={() => void send()}>
          {t.card.sendComment}
        </button>
      </div>
      <ul>
        {comments.map(({ publicId, comment, createdAt, user }) => (
          <li key={publicId}>
            <Avatar id={user.id} name={user.name ?? t.card.someone} size="large" />
            <div>
              <p>
                <strong>{user.name ?? t.card.someone}</strong>{' '}
                <time class="quiet" dateTime={createdAt}>
                  {ago.format(new Date(createdAt))}
                </time>
              </p>
              <Markdown text={comment} />
              {user.id === me.value?.id && (
                <button
                  class="link"
                  type="button"
                  onClick={() =>
                    void attempt(() =>
                      server.ask(routes.comments.delete, {
                        params: { ...params, commentPublicId: publicId },
                      }),
                    )
                  }
                >
                  {t.delete}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
