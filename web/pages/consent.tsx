import { useEffect, useState } from 'preact/hooks';
import type { KeyRights } from '../../contract/key-rights.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Form, Select } from '../app/form.tsx';
import { problemOf } from '../app/problem.ts';
import { me, server } from '../app/session.ts';
import { consentTexts as texts } from '../messages/consent.ts';
import { keyTexts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { Mark } from '../ui/mark.tsx';
import { Ends, endOf, Workspace } from './keys/limits.tsx';
import { SomeBoards } from './some-boards.tsx';

/*
 * The page that an application opens to be allowed to act for somebody (OAuth 2.1). The service checks what is in the address, and
 * again what is sent; the page leaves only when a button is pressed, and only for addresses that the service returns.
 */

type Asked = ReplyOf<typeof routes.oauth.read>;

interface Known {
  asked: Asked;
  workspaces: readonly { id: string; name: string }[];
}

const request = (): string => location.search.slice(1);

export function Consent() {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const read = async () => {
      const [asked, workspaces] = await Promise.all([
        server.ask(routes.oauth.read, { query: { request: request() } }),
        server.ask(routes.workspaces.list, {}),
      ]);
      const named = workspaces.reply.map(({ workspace: { publicId, name } }) => ({ id: publicId, name }));
      setKnown({ asked: asked.reply, workspaces: named });
    };
    read().catch((error: unknown) => setProblem(problemOf(error)));
  }, []);
  const leave = (url: string) => {
    setLeaving(true);
    location.assign(url);
  };
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      {problem && (
        <>
          <h1>{texts.cannot}</h1>
          <p class="problem" role="alert">
            {problem}
          </p>
          <a href="/">{t.errors.home}</a>
        </>
      )}
      {isLeaving ? (
        <>
          <h1>{texts.leaving}</h1>
          <p class="quiet">{texts.leavingHint}</p>
        </>
      ) : (
        known && <Decision {...known} leave={leave} />
      )}
    </main>
  );
}

function Decision({ asked, workspaces, leave }: Known & { leave: (url: string) => void }) {
  const { application, problem, refusalUrl } = asked;
  if (problem !== null) {
    return (
      <>
        <h1>{texts.cannot}</h1>
        {/* For whoever wrote the application. */}
        <p class="problem" role="alert" lang="en" dir="ltr">
          {problem}
        </p>
        <button class="button" type="button" onClick={() => leave(refusalUrl)}>
          {texts.back(application.target)}
        </button>
      </>
    );
  }
  return (
    <>
      <h1 class="asking">{texts.asks(application.name)}</h1>
      <p class="quiet">{texts.as(me.value?.email ?? '')}</p>
      {application.host ? (
        <p class="quiet">{texts.vouched(application.host)}</p>
      ) : (
        <p class="unvouched" role="note">
          {texts.unvouched}
        </p>
      )}
      <Returning to={application} />
      <Limits asked={asked} workspaces={workspaces} leave={leave} />
      <button class="button" type="button" onClick={() => leave(refusalUrl)}>
        {texts.refuse}
      </button>
    </>
  );
}

const Returning = ({ to: { returnsTo, target } }: { to: Asked['application'] }) => (
  <p>{texts.returns[returnsTo](target)}</p>
);

function Limits({ asked, workspaces, leave }: Known & { leave: (url: string) => void }) {
  const [rights, setRights] = useState<KeyRights>(asked.rights.at(-1) ?? 'read');
  const [workspace, setWorkspace] = useState(workspaces[0]?.id ?? '');
  const [boards, setBoards] = useState<string[]>([]);
  return (
    <Form
      submit={texts.allow}
      onSubmit={async ({ lasts = '' }) => {
        const body = {
          request: request(),
          rights,
          expiresAt: endOf(lasts),
          workspacePublicId: workspace || null,
          boardPublicIds: boards.length > 0 ? boards : null,
        };
        leave((await server.ask(routes.oauth.allow, { body })).reply.url);
      }}
    >
      <Workspace
        workspaces={workspaces}
        chosen={workspace}
        choose={(id) => {
          setWorkspace(id);
          setBoards([]);
        }}
      />
      {workspace && (
        <SomeBoards
          key={workspace}
          workspace={workspace}
          chosen={boards}
          choose={setBoards}
          hint={texts.onlyBoards}
        />
      )}
      <Select
        label={keyTexts.rights}
        name="rights"
        value={rights}
        onChange={(value) => setRights(value as KeyRights)}
      >
        {asked.rights.map((each) => (
          <option key={each} value={each}>
            {keyTexts.presets[each]}
          </option>
        ))}
      </Select>
      <Ends />
    </Form>
  );
}
