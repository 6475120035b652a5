import { invites } from '../../../contract/invites.ts';
import { hashOf, kindOf } from '../base/access/tokens.ts';
import { hour, isoMillis, second } from '../base/clock.ts';
import { Invalid, NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { acceptInvite } from './actions/accept.ts';
import { linkOfMember, mailAgain } from './actions/invite-again.ts';
import { inviteMember } from './actions/invite-member.ts';
import { createLink, deactivateLink } from './actions/link.ts';
import { forgetSent } from './jobs.ts';
import { openLinkOf } from './open-link.ts';
import { inviteByHash } from './queries.ts';

export function inviteRoutes(service: Service): void {
  const { db, clock, outbox } = service;

  bind(service, invites.inviteMember, ({ change, params, body }) =>
    change((work) => inviteMember(work, params.workspacePublicId, body, outbox.isOff)),
  );

  bind(service, invites.inviteAgain, ({ change, params }) =>
    change((work) => mailAgain(work, params, outbox.isOff)),
  );

  bind(service, invites.linkOfMember, ({ change, params }) => change((work) => linkOfMember(work, params)));

  bind(service, invites.link, ({ actor, params }) => openLinkOf(service, actor, params.workspacePublicId));

  bind(service, invites.createLink, ({ change, params }) =>
    change((work) => createLink(work, params.workspacePublicId)),
  );

  bind(service, invites.deactivateLink, ({ change, params }) =>
    change((work) => deactivateLink(work, params.workspacePublicId)),
  );

  bind(service, invites.get, async ({ params: { code } }) => {
    const invite = kindOf(code) === 'invite' && (await db.first(inviteByHash, { hash: hashOf(code) }));
    if (!invite || invite.deactivatedAt !== null) throw new NotFound();
    if (invite.expiresAt <= clock.now()) throw new Invalid('link-expired');
    return {
      publicId: invite.id,
      status: invite.memberId !== null && invite.memberStatus !== 'invited' ? 'accepted' : 'active',
      workspaceName: invite.workspaceName,
      inviterName: invite.inviterName,
      email: invite.email,
      expiresAt: isoMillis(invite.expiresAt),
    };
  });

  service.jobs.every('sent-invitations', hour / second, () => forgetSent(service));

  bind(service, invites.accept, async ({ change, body }) => {
    const accepted = await change((work) => acceptInvite(work, body.inviteCode));
    service.jobs.soon('take-overs');
    return accepted;
  });
}
