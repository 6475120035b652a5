import { GitBranch, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import type { codeHosts } from '../../../contract/code-hosts.ts';
import { type CodeHostKind, codeHostKinds } from '../../../contract/code-kinds.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { Field, Form, Select } from '../../app/form.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago } from '../../messages/formats.ts';
import { codeHostTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';
import { CopyButton, ShownOnce } from '../shown-once.tsx';
import type { WorkspacePart } from '../workspace.tsx';
import { Comments } from './comments.tsx';
import { CodeDeliveries } from './deliveries.tsx';

type Host = ReplyOf<typeof codeHosts.list>[number];

/** A secret that was just made. */
interface Fresh {
  host: Host;
  secret: string;
}

/** The code hosts that are connected to a workspace. */
export function CodeHosts({ known: { workspace } }: WorkspacePart) {
  const params = { workspacePublicId: workspace.publicId };
  const all = useResource<readonly Host[]>(
    `code hosts ${workspace.publicId}`,
    async (signal) => (await server.ask(routes.codeHosts.list, { params }, { signal })).reply,
  );
  const [isNew, setNew] = useState(false);
  const [fresh, setFresh] = useState<Fresh>();
  const isFull = (all.value.value?.length ?? 0) >= caps.codeHostsOfWorkspace;
  return (
    <section>
      <Head title={texts.title} hint={texts.hint}>
        {!isNew && !isFull && (
          <button class="button primary" type="button" onClick={() => setNew(true)}>
            <Icon of={Plus} /> {texts.new}
          </button>
        )}
      </Head>
      {isFull && <p class="quiet">{texts.full(caps.codeHostsOfWorkspace)}</p>}
      {fresh && <Steps {...fresh} done={() => setFresh(undefined)} />}
      {isNew && (
        <div class="boxed">
          <Form
            submit={texts.create}
            cancel={() => setNew(false)}
            onSubmit={async ({ kind = 'github', name = '' }) => {
              const given = name.trim();
              const body = { kind: kind as CodeHostKind, ...(given ? { name: given } : {}) };
              const { secret, ...host } = (await server.ask(routes.codeHosts.create, { params, body })).reply;
              setFresh({ host, secret });
              setNew(false);
              await all.read();
            }}
          >
            <Select label={texts.kind} name="kind">
              {codeHostKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {texts.kinds[kind]}
                </option>
              ))}
            </Select>
            <Field label={texts.name} name="name" maxLength={255} hint={texts.nameHint} isOptional />
          </Form>
        </div>
      )}
      <Loaded of={all}>
        {(hosts) =>
          hosts.length === 0 ? (
            !isNew && <p class="quiet">{texts.none}</p>
          ) : (
            <ul class="rows">
              {hosts.map((host) => (
                <HostRow
                  key={host.publicId}
                  workspace={workspace.publicId}
                  host={host}
                  read={all.read}
                  show={(secret) => setFresh({ host, secret })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** What to do at the host, with what to paste there. */
const Steps = ({ host: { kind, url }, secret, done }: Fresh & { done: () => void }) => (
  <div class="boxed">
    <h3>{texts.steps}</h3>
    <ol>
      {texts.stepsOf[kind].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <Address url={url} />
    <ShownOnce label={texts.secretOnce} value={secret} done={done} />
    <p class="quiet fine">{texts.test}</p>
  </div>
);

const Address = ({ url }: { url: string }) => (
  <div class="row wrap">
    <label class="field grow">
      <span class="field-label">{texts.address}</span>
      <input class="input" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
    </label>
    <CopyButton text={url} label={texts.copyAddress} />
  </div>
);

interface HostRowProps {
  workspace: string;
  host: Host;
  read: () => Promise<void>;
  show: (secret: string) => void;
}

function HostRow({ workspace, host, read, show }: HostRowProps) {
  const { publicId, kind, name, url, lastDeliveredAt, lastRefusedAt } = host;
  const [isOpen, setOpen] = useState(false);
  const params = { workspacePublicId: workspace, codeHostPublicId: publicId };
  return (
    <>
      <li>
        <Icon of={GitBranch} />
        <div class="grow">
          <span dir="auto">{name}</span>
          <p class="quiet fine">
            {texts.kinds[kind]} · {lastDeliveredAt ? texts.delivered(ago(lastDeliveredAt)) : texts.never}
          </p>
        </div>
        <button
          class="button small"
          type="button"
          aria-expanded={isOpen}
          aria-label={texts.manageNamed(name)}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.manage}
        </button>
      </li>
      {isOpen && (
        <li>
          <div class="grow managed">
            {lastRefusedAt && <p class="problem">{texts.refused(ago(lastRefusedAt))}</p>}
            <Address url={url} />
            <Form
              submit={texts.rename}
              isQuiet
              onSubmit={async ({ name: given = '' }) => {
                await server.ask(routes.codeHosts.rename, { params, body: { name: given.trim() } });
                await read();
              }}
            >
              <Field label={texts.name} name="name" maxLength={255} value={name} />
            </Form>
            <Comments workspace={workspace} host={host} read={read} />
            <CodeDeliveries workspace={workspace} host={publicId} />
            <div class="row wrap">
              <Confirm
                label={texts.newSecret}
                question={texts.newSecretQuestion}
                yes={texts.newSecret}
                isPlain
                run={async () => {
                  show((await server.ask(routes.codeHosts.rotateSecret, { params })).reply.secret);
                  await read();
                }}
              />
              <Confirm
                label={texts.remove}
                question={texts.removeQuestion(name)}
                yes={texts.remove}
                isPlain
                run={async () => {
                  await server.ask(routes.codeHosts.delete, { params });
                  await read();
                }}
              />
            </div>
          </div>
        </li>
      )}
    </>
  );
}
