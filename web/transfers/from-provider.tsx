import { useState } from 'preact/hooks';
import { imports } from '../../contract/imports.ts';
import { integrations, type Provider } from '../../contract/integrations.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Form } from '../app/form.tsx';
import { problemOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { transferTexts } from '../messages/transfers.ts';
import { useConnections } from './connections.tsx';
import { started } from './sending.ts';

const texts = transferTexts.connections;

type Importable = ReplyOf<typeof integrations.projects>[number];

/** What each provider offers, and how to import it. */
const doors = {
  codehost: {
    read: (signal: AbortSignal) => server.ask(integrations.projects, {}, { signal }),
    start: (workspacePublicId: string, projectIds: string[]) =>
      server.ask(imports.codehostProjects, {
        query: { async: true },
        body: { workspacePublicId, projectIds },
      }),
  },
  boardtool: {
    read: (signal: AbortSignal) => server.ask(integrations.boards, {}, { signal }),
    start: (workspacePublicId: string, boardIds: string[]) =>
      server.ask(imports.boardtoolBoards, { body: { workspacePublicId, boardIds } }),
  },
};

/** The boards of the user's connected accounts; requested when the section is opened. */
export const FromProviders = ({ workspace }: { workspace: string }) => (
  <>
    {(Object.keys(doors) as Provider[]).map((provider) => (
      <FromProvider key={provider} provider={provider} workspace={workspace} />
    ))}
  </>
);

interface FromProviderProps {
  provider: Provider;
  workspace: string;
}

function FromProvider({ provider, workspace }: FromProviderProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="formats" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.providers[provider].from}</summary>
      {isOpen && <IfConnected provider={provider} workspace={workspace} />}
    </details>
  );
}

function IfConnected({ provider, workspace }: FromProviderProps) {
  const all = useConnections();
  return (
    <Loaded of={all}>
      {(known) =>
        known.some((each) => each.provider === provider && each.connected) ? (
          <Choose provider={provider} workspace={workspace} />
        ) : (
          <p>
            {texts.notYet(texts.providers[provider].name)}{' '}
            <a href="/profile/connections">{texts.toConnections}</a>
          </p>
        )
      }
    </Loaded>
  );
}

function Choose({ provider, workspace }: FromProviderProps) {
  const there = useResource<Importable[]>(
    `importable ${provider}`,
    async (signal) => (await doors[provider].read(signal)).reply,
  );
  if (there.problem.value !== undefined && there.value.value === undefined)
    return <Unread of={there} provider={provider} />;
  return (
    <Loaded of={there}>
      {(all) =>
        all.length > 0 ? (
          <Picks all={all} provider={provider} workspace={workspace} />
        ) : (
          <p class="quiet">{texts.providers[provider].none}</p>
        )
      }
    </Loaded>
  );
}

/** The token is no longer accepted, or the provider is down: this is not a missing page. */
const Unread = ({ of, provider }: { of: Resource<Importable[]>; provider: Provider }) => (
  <div class="problem" role="alert">
    <p>{texts.unread(texts.providers[provider].name)}</p>
    <p class="fine">{problemOf(of.problem.value)}</p>
  </div>
);

interface PicksProps extends FromProviderProps {
  all: readonly Importable[];
}

function Picks({ all, provider, workspace }: PicksProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { name, start } = texts.providers[provider];
  const pick = (ids: readonly string[], isPicked: boolean) => {
    const next = new Set(picked);
    for (const id of ids)
      if (isPicked) next.add(id);
      else next.delete(id);
    setPicked(next);
  };
  return (
    <Form
      submit={start(picked.size)}
      isQuiet
      isEmpty={picked.size === 0}
      onSubmit={async () => {
        await doors[provider].start(workspace, [...picked]);
        setPicked(new Set());
        started.value++;
      }}
    >
      <div class="picks" role="group" aria-label={name}>
        {all.length > 1 && (
          <Check
            text={texts.all}
            isChecked={picked.size === all.length}
            turn={(isChecked) =>
              pick(
                all.map(({ id }) => id),
                isChecked,
              )
            }
          />
        )}
        {all.map(({ id, name: text }) => (
          <Check
            key={id}
            text={text}
            isChecked={picked.has(id)}
            turn={(isChecked) => pick([id], isChecked)}
          />
        ))}
      </div>
    </Form>
  );
}

interface CheckProps {
  text: string;
  isChecked: boolean;
  turn: (isChecked: boolean) => void;
}

const Check = ({ text, isChecked, turn }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ currentTarget }) => turn(currentTarget.checked)}
    />
    {text}
  </label>
);
