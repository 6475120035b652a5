import { ArrowLeft, Check } from 'lucide';
import { members } from '../../../contract/members.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { NotFound } from '../../app/not-found.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { roleTexts } from '../../messages/pages.ts';
import { rightTexts, memberRightsTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { attempt } from '../attempt.ts';
import { nameOf } from '../board-people.tsx';
import { Rights } from '../rights.tsx';
import { Head } from '../settings-frame.tsx';
import { mayChangeMember, type WorkspacePart } from '../workspace.tsx';

type RightsOfMember = ReplyOf<typeof members.permissions>;

/** What one member may do: what their role permits, and what is different for them. */
export function MemberRights({ known, item }: WorkspacePart) {
  const params = { workspacePublicId: known.workspace.publicId, memberPublicId: item };
  const rights = useResource<RightsOfMember>(
    `rights of ${item}`,
    async (signal) => (await server.ask(members.permissions, { params }, { signal })).reply,
  );
  const member = known.workspace.members.find(({ publicId }) => publicId === item);
  if (!member) return <NotFound />;
  const mayChange = mayChangeMember(known, member);
  const change = (work: () => Promise<unknown>) => void attempt(work, rights.read);
  return (
    <section>
      <a class="button plain small begin-plain" href={`/w/${known.workspace.publicId}/members`}>
        <Icon of={ArrowLeft} /> {texts.back}
      </a>
      <Loaded of={rights}>
        {(now) => (
          <>
            <Head title={nameOf(member)} hint={texts.hint(roleTexts[now.role] ?? now.role)}>
              {mayChange && now.overrides.length > 0 && (
                <button
                  class="button"
                  type="button"
                  onClick={() => change(() => server.ask(members.reset, { params }))}
                >
                  {texts.reset}
                </button>
              )}
            </Head>
            <div class="boxed choices">
              <Rights>
                {(right) => (
                  <Right
                    key={right}
                    right={right}
                    rights={now}
                    mayChange={mayChange && (now.permissions.includes(right) || known.may.has(right))}
                    turn={(isGiven) =>
                      change(() =>
                        server.ask(isGiven ? members.grant : members.revoke, {
                          params,
                          body: { permission: right },
                        }),
                      )
                    }
                  />
                )}
              </Rights>
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

interface RightProps {
  right: Permission;
  rights: RightsOfMember;
  /** Nobody can give a right that they do not hold. */
  mayChange: boolean;
  turn: (isGiven: boolean) => void;
}

function Right({ right, rights, mayChange, turn }: RightProps) {
  const isHeld = rights.permissions.includes(right);
  const isOwn = rights.overrides.some(({ permission }) => permission === right);
  const text = (
    <span>
      {rightTexts[right]} {isOwn && <span class="pill accent">{texts.own}</span>}
    </span>
  );
  if (!mayChange)
    return isHeld ? (
      <span class="check">
        <Icon of={Check} /> {text}
      </span>
    ) : (
      <span class="check quiet">
        <span class="unseen">{texts.not}</span> {text}
      </span>
    );
  return (
    <label class="check">
      <input type="checkbox" checked={isHeld} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {text}
    </label>
  );
}
