import { Bell, CircleUserRound, KeyRound, Link2, Palette, ShieldCheck, Trash } from 'lucide';
import type { ComponentType } from 'preact';
import { settingsTexts as texts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { type NavGroup, SettingsFrame } from './settings-frame.tsx';

const groups: readonly NavGroup[] = [
  {
    name: texts.you,
    entries: [
      { href: '/profile', text: texts.profile, icon: CircleUserRound },
      { href: '/profile/appearance', text: texts.appearance, icon: Palette },
      { href: '/profile/notifications', text: texts.notifications, icon: Bell },
      { href: '/profile/security', text: texts.security, icon: ShieldCheck },
    ],
  },
  {
    name: texts.connected,
    entries: [
      { href: '/profile/keys', text: texts.keys, icon: KeyRound },
      { href: '/profile/connections', text: texts.connections, icon: Link2 },
    ],
  },
  {
    name: texts.data,
    entries: [{ href: '/profile/deleted-workspaces', text: texts.deleted, icon: Trash }],
  },
];

/** A page about the user's account. */
export const AccountPage = ({ Part }: { Part: ComponentType }) => (
  <SettingsFrame title={t.profile.title} groups={groups}>
    <Part />
  </SettingsFrame>
);
