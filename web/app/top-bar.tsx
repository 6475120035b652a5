import { Bell as BellIcon } from 'lucide';
import type { ComponentChildren } from 'preact';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { lazy } from './lazy.tsx';
import { me } from './session.ts';
import { unread } from './told.ts';
import './top-bar.css';

const AccountMenu = lazy(() => import('./account-menu.tsx').then((all) => all.AccountMenu));

interface TopBarProps {
  /** What the page shows, after the mark. */
  children: ComponentChildren;
  /** The page's own controls, and its search. */
  tools: ComponentChildren;
}

/** The bar at the top of all pages but sign-in. */
export const TopBar = ({ children, tools }: TopBarProps) => (
  <header class="top">
    <a class="home" href="/" aria-label={t.errors.home} title={t.errors.home}>
      <Mark />
    </a>
    {children}
    <span class="room" />
    {tools}
    <Bell />
    <Account />
  </header>
);

/** Leads to the inbox, and shows how much is unread there. */
const Bell = () => (
  <a class="button plain small icon-only bell" href="/inbox" title={t.inbox}>
    <Icon of={BellIcon} />
    <span class="unseen">{t.inbox}</span>
    {unread.value > 0 && <b>{unread.value > 99 ? '99+' : unread}</b>}
  </a>
);

/** The user's face, and the menu of their account. */
const Account = () => (
  <PopoverButton
    id="account"
    label={t.profile.title}
    class="button plain small icon-only"
    face={
      <>
        <span class="unseen">{t.profile.title}</span>
        <span aria-hidden="true">
          <Avatar id={me.value?.id ?? ''} name={me.value?.name ?? me.value?.email ?? ''} />
        </span>
      </>
    }
  >
    <AccountMenu />
  </PopoverButton>
);
