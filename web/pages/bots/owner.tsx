import type { ReplyOf } from '../../../contract/operation.ts';
import type { routes } from '../../../contract/routes.ts';
import { Select } from '../../app/form.tsx';
import { me } from '../../app/session.ts';
import { roleTexts } from '../../messages/pages.ts';
import { botTexts as texts } from '../../messages/settings.ts';
import { nameOf } from '../board-people.tsx';
import { type Known, mayGive } from '../workspace.tsx';

export type Bot = ReplyOf<typeof routes.bots.list>[number];

/** Who is to answer for a bot, and what it is to do. */
export function OwnerAndRole({ known, bot }: { known: Known; bot?: Bot }) {
  const people = known.workspace.members.filter(
    ({ user, status, isBot, isPlaceholder }) => user && status === 'active' && !isBot && !isPlaceholder,
  );
  const owner = bot?.owner.publicId ?? people.find(({ user }) => user?.id === me.value?.id)?.publicId;
  // The highest role is that of admins, which no bot has.
  const offered = known.roles.filter(
    (role) => role.hierarchyLevel > 0 && (role.name === bot?.role || mayGive(known, role)),
  );
  return (
    <div class="pair">
      <Select label={texts.owner} name="owner" hint={texts.ownerHint}>
        {bot && people.every(({ publicId }) => publicId !== owner) && (
          <option value="">{bot.owner.name ?? texts.nobody}</option>
        )}
        {people.map((person) => (
          <option key={person.publicId} value={person.publicId} selected={person.publicId === owner}>
            {nameOf(person)}
          </option>
        ))}
      </Select>
      <Select label={texts.role} name="role">
        {offered.map(({ publicId, name }) => (
          <option key={publicId} value={name} selected={name === (bot?.role ?? 'member')}>
            {roleTexts[name] ?? name}
          </option>
        ))}
      </Select>
    </div>
  );
}
