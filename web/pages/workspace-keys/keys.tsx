import type { ReplyOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { ago, day } from '../../messages/formats.ts';
import { keyTexts, rightTexts, settingsTexts, workspaceKeyTexts as texts } from '../../messages/settings.ts';
import { BotMark } from '../../ui/bot-mark.tsx';
import { toast } from '../../ui/toast.tsx';
import { Head } from '../settings-frame.tsx';
import { type Known, outranks, type WorkspacePart } from '../workspace.tsx';

type Key = ReplyOf<typeof routes.workspaceKeys.list>['keys'][number];

/** The API keys that open a workspace, whoever they belong to. */
export function WorkspaceKeys({ known }: WorkspacePart) {
  const params = { workspacePublicId: known.workspace.publicId };
  const pages = usePages<Key>(`keys of ${params.workspacePublicId}`, async (cursor, signal) => {
    const query = cursor ? { cursor } : {};
    const { reply } = await server.ask(routes.workspaceKeys.list, { params, query }, { signal });
    return { items: reply.keys, nextCursor: reply.nextCursor };
  });
  const end = async ({ id, name }: Key) => {
    try {
      await server.ask(routes.workspaceKeys.end, { params: { ...params, keyId: id } });
    } catch (error) {
      // It may have ended, and the reply been lost.
      void pages.again();
      throw error;
    }
    pages.drop((key) => key.id === id);
    toast(texts.ended(name));
  };
  return (
    <section>
      <Head title={texts.title} hint={texts.hint} />
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {pages.items?.length === 0 && !pages.hasMore && <p class="quiet">{texts.none}</p>}
      <ul class="rows">
        {pages.items?.map((key) => (
          <KeyRow key={key.id} of={key} end={mayEnd(known, key) ? () => end(key) : undefined} />
        ))}
      </ul>
      {pages.hasMore && (
        <button class="button begin-plain" type="button" onClick={() => void pages.more()}>
          {settingsTexts.more}
        </button>
      )}
    </section>
  );
}

/** Not of members who rank above the user. */
const mayEnd = (known: Known, { owner }: Key): boolean =>
  !known.workspace.members.some(
    (member) => member.publicId === owner.memberPublicId && outranks(known, member),
  );

function KeyRow({ of: key, end }: { of: Key; end: (() => Promise<void>) | undefined }) {
  const { name, owner, permissions, opensOthers, closedBy } = key;
  const ownerName = owner.name ?? texts.unnamed;
  const ask = opensOthers ? texts.endQuestion : texts.revokeQuestion;
  return (
    <li>
      <div class="grow">
        <span dir="auto">{name}</span> <span class="quiet">{texts.of(ownerName)}</span>{' '}
        {owner.isBot && <BotMark />} {closedBy && <span class="pill">{texts.closed}</span>}
        {closedBy && <p class="fine">{texts.closedBy[closedBy]}</p>}
        <p class="quiet fine">{limitsOf(key)}</p>
        <p class="quiet fine">{timesOf(key)}</p>
        {permissions && (
          <details class="fine quiet">
            <summary>{keyTexts.someRights(permissions.length)}</summary>
            {permissions.map((each: Permission) => rightTexts[each]).join(' · ')}
          </details>
        )}
      </div>
      {end && <Confirm label={texts.end} question={ask(name, ownerName)} yes={texts.end} isPlain run={end} />}
    </li>
  );
}

/** What a key may do, and where. */
function limitsOf({ prefix, application, permissions, opensOthers, boards }: Key): string {
  return [
    // That of an application changes every hour.
    // The dots belong to the prefix, also where it stands in a line from right to left.
    application ? keyTexts.ofApplication(application.host) : `\u2066${prefix}…\u2069`,
    permissions === null && keyTexts.allRights,
    opensOthers ? keyTexts.everywhere : texts.hereOnly,
    boards !== null && texts.someBoards(boards),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** When a key was made, when it was used, and when it ends. */
function timesOf({ createdAt, lastUsedAt, expiresAt, endsAt }: Key): string {
  const isByPolicy = endsAt !== null && (expiresAt === null || endsAt < expiresAt);
  const own = expiresAt === null ? keyTexts.endless : keyTexts.until(day(expiresAt));
  return [
    texts.made(day(createdAt)),
    lastUsedAt ? keyTexts.used(ago(lastUsedAt)) : keyTexts.neverUsed,
    isByPolicy ? texts.endsByPolicy(day(endsAt)) : own,
  ].join(' · ');
}
