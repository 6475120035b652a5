import type { IconNode } from 'lucide';
import { Activity, CircleUserRound, LogOut, Monitor, Moon, Palette, Sun } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { useAnnouncement } from './announcement.ts';
import { me, signOut } from './session.ts';
import { chooseTheme, type Theme, theme, themes } from './theme.ts';

const icons: Readonly<Record<Theme, IconNode>> = { system: Monitor, light: Sun, dark: Moon };

/** Who is signed in, and what they can do about it. */
export function AccountMenu() {
  const menu = useRef<HTMLDivElement>(null);
  // The popover is open by now, and had nothing to focus.
  useLayoutEffect(() => menu.current?.querySelector('a')?.focus(), []);
  const known = useAnnouncement().value.value;
  const close = () => menu.current?.closest<HTMLElement>('[popover]')?.hidePopover();
  const { id = '', name, email = '' } = me.value ?? {};
  return (
    <div class="account" ref={menu}>
      <div class="account-who">
        <Avatar id={id} name={name ?? email} size="large" />
        <div>
          {name && <p class="one-line">{name}</p>}
          <p class="one-line quiet">{email}</p>
        </div>
      </div>
      <a class="line" href="/profile" onClick={close}>
        <Icon of={CircleUserRound} /> {t.profile.title}
      </a>
      {known?.isOperator && (
        <a class="line" href="/admin" onClick={close}>
          <Icon of={Activity} /> {t.operation}
        </a>
      )}
      <div class="line">
        <Icon of={Palette} /> {t.profile.theme}
        <span class="segments" role="group" aria-label={t.profile.theme}>
          {themes.map((each) => (
            <button
              key={each}
              type="button"
              aria-label={t.profile.themes[each]}
              title={t.profile.themes[each]}
              aria-pressed={theme.value === each}
              onClick={() => chooseTheme(each)}
            >
              <Icon of={icons[each]} />
            </button>
          ))}
        </span>
      </div>
      <button class="line" type="button" onClick={() => void signOut()}>
        <Icon of={LogOut} /> {t.signIn.out}
      </button>
    </div>
  );
}
