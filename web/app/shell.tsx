import { LogOut, Search } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { path } from './location.ts';
import type { Tab } from './route.ts';
import { me, signOut } from './session.ts';
import { showTitle } from './title.ts';
import { OfflineChip } from './trouble.tsx';
import './shell.css';

interface ShellProps {
  title: string;
  /** The tabs, if this page is one of several about the same thing. */
  tabs?: readonly Tab[];
  /** Whether the user may create boards in the page's workspace. */
  mayCreate?: boolean | undefined;
  /** The page's own controls in the header. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** The frame of all pages except boards and sign-in. */
export function Shell({ title, tabs = [], mayCreate, tools, children }: ShellProps) {
  const shown = tabs.filter(({ who }) => who !== 'mayCreate' || mayCreate);
  useEffect(() => {
    showTitle(title);
  }, [title]);
  return (
    <div class="page">
      <header class="top">
        <a class="home" href="/" aria-label={t.errors.home} title={t.errors.home}>
          <img src="/icon.svg" alt="" width="24" height="24" />
        </a>
        <h1 class="one-line">{title}</h1>
        <span class="room" />
        <OfflineChip />
        {tools ?? (
          <a class="button plain icon-only" href="/search" aria-label={t.search.title} title={t.search.title}>
            <Icon of={Search} />
          </a>
        )}
        <a class="who" href="/profile" aria-label={t.profile.title} title={t.profile.title}>
          <Avatar id={me.value?.id ?? ''} name={me.value?.name ?? me.value?.email ?? ''} size="large" />
        </a>
        <button
          class="button plain icon-only"
          type="button"
          title={t.signIn.out}
          aria-label={t.signIn.out}
          onClick={() => void signOut()}
        >
          <Icon of={LogOut} />
        </button>
      </header>
      {shown.length > 0 && <Tabs tabs={shown} label={title} />}
      <main>{children}</main>
    </div>
  );
}

const Tabs = ({ tabs, label }: { tabs: readonly Tab[]; label: string }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, text }) => (
      <a key={href} href={href} aria-current={path.value === href ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
