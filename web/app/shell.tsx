import { LogOut, Search } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/en.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { path } from './location.ts';
import { me, signOut } from './session.ts';
import { OfflineChip } from './trouble.tsx';
import './shell.css';

interface ShellProps {
  title: string;
  /** Where this page is one of several about the same thing. */
  tabs?: readonly Tab[];
  /** What has a place of its own in the header. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

interface Tab {
  href: string;
  text: string;
}

/** What all pages but boards and sign-in have around them. */
export function Shell({ title, tabs, tools, children }: ShellProps) {
  useEffect(() => {
    document.title = title === t.app ? title : `${title} · ${t.app}`;
  }, [title]);
  return (
    <div class="page">
      <header class="top">
        <a class="home" href="/" aria-label={t.errors.home} title={t.errors.home}>
          <img src="/icon.svg" alt="" width="24" height="24" />
        </a>
        <h1>{title}</h1>
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
      {tabs && <Tabs tabs={tabs} label={title} />}
      <main>{children}</main>
    </div>
  );
}

export const Tabs = ({ tabs, label }: { tabs: readonly Tab[]; label: string }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, text }) => (
      <a key={href} href={href} aria-current={path.value === href ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
