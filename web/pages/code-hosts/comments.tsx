import { useState } from 'preact/hooks';
import type { codeHosts } from '../../../contract/code-hosts.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { Field, Form } from '../../app/form.tsx';
import { server } from '../../app/session.ts';
import { ago } from '../../messages/formats.ts';
import { codeHostTexts } from '../../messages/settings.ts';

const texts = codeHostTexts.comments;

interface CommentsProps {
  workspace: string;
  host: Pick<ReplyOf<typeof codeHosts.list>[number], 'publicId' | 'kind' | 'comments'>;
  read: () => Promise<void>;
}

/** Comments on pull requests: whether there are any, and the token for them. */
export function Comments({ workspace, host: { publicId, kind, comments }, read }: CommentsProps) {
  const [isAsked, setAsked] = useState(false);
  const params = { workspacePublicId: workspace, codeHostPublicId: publicId };
  return (
    <section>
      <h3>{texts.title}</h3>
      {comments ? (
        <>
          <p class="quiet fine">
            {comments.lastPostedAt ? texts.posted(ago(comments.lastPostedAt)) : texts.none} · {comments.url}
          </p>
          {comments.problem && <p class="problem">{texts.problem(comments.problem)}</p>}
          <Confirm
            label={texts.forget}
            question={texts.forgetQuestion}
            yes={texts.forget}
            isPlain
            run={async () => {
              await server.ask(routes.codeHosts.forgetToken, { params });
              await read();
            }}
          />
        </>
      ) : isAsked ? (
        <Form
          submit={texts.save}
          cancel={() => setAsked(false)}
          onSubmit={async ({ token = '', url = '' }) => {
            const given = url.trim();
            const body = { token: token.trim(), ...(given ? { url: given } : {}) };
            await server.ask(routes.codeHosts.setToken, { params, body });
            setAsked(false);
            await read();
          }}
        >
          <Field
            label={texts.token}
            name="token"
            type="password"
            maxLength={500}
            hint={texts.tokenHint[kind]}
          />
          <Field
            label={texts.url}
            name="url"
            maxLength={500}
            hint={texts.urlHint[kind]}
            isOptional={kind !== 'gitea'}
          />
        </Form>
      ) : (
        <div class="row wrap">
          <p class="quiet fine grow">{texts.hint}</p>
          <button class="button small" type="button" onClick={() => setAsked(true)}>
            {texts.begin}
          </button>
        </div>
      )}
    </section>
  );
}
