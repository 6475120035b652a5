import { invites } from '../../contract/invites.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Confirm } from '../app/confirm.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { moment } from '../messages/formats.ts';
import { inviteLinkTexts as texts } from '../messages/settings.ts';
import { toast } from '../ui/toast.tsx';
import { attempt } from './attempt.ts';
import { Head } from './settings-frame.tsx';
import { CopyButton } from './shown-once.tsx';
import { mayGive, type WorkspacePart } from './workspace.tsx';

type InviteLink = ReplyOf<typeof invites.link>;

/** The link by which anyone can join a workspace: created, replaced and ended. */
export function InviteLinkPage({ known }: WorkspacePart) {
  const params = { workspacePublicId: known.workspace.publicId };
  const link = useResource<InviteLink>(
    `invite link ${known.workspace.publicId}`,
    async (signal) => (await server.ask(invites.link, { params }, { signal })).reply,
  );
  const member = known.roles.find(({ name }) => name === 'member');
  const mayMake = member !== undefined && mayGive(known, member);
  const make = () =>
    attempt(async () => {
      await server.ask(invites.createLink, { params });
      toast(texts.made);
    }, link.read);
  const end = async () => {
    await server.ask(invites.deactivateLink, { params });
    toast(texts.ended);
    await link.read();
  };
  return (
    <section>
      <Head title={texts.title} hint={texts.hint} />
      <Loaded of={link}>{(now) => <TheLink now={now} mayMake={mayMake} make={make} end={end} />}</Loaded>
    </section>
  );
}

interface TheLinkProps {
  now: InviteLink;
  mayMake: boolean;
  make: () => Promise<void>;
  end: () => Promise<void>;
}

const TheLink = ({ now, mayMake, make, end }: TheLinkProps) => (
  <div class="boxed">
    {now.inviteLink ? (
      <>
        <label class="field">
          <span class="field-label">{texts.link}</span>
          <input
            class="input"
            readOnly
            value={now.inviteLink}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
        {now.expiresAt && <p class="quiet">{texts.works(moment(now.expiresAt))}</p>}
      </>
    ) : (
      <p class="quiet">{now.isActive ? texts.hidden : texts.none}</p>
    )}
    {!mayMake && <p class="quiet">{texts.cannotMake}</p>}
    <div class="row wrap">
      {now.inviteLink && <CopyButton text={now.inviteLink} />}
      {mayMake && !now.isActive && (
        <button class="button" type="button" onClick={() => void make()}>
          {texts.make}
        </button>
      )}
      {mayMake && now.isActive && (
        <Confirm label={texts.renew} question={texts.renewQuestion} yes={texts.renew} isPlain run={make} />
      )}
      {now.isActive && (
        <Confirm label={texts.end} question={texts.endQuestion} yes={texts.end} isPlain run={end} />
      )}
    </div>
  </div>
);
