import { Search } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { path } from './location.ts';
import type { Tab } from './route.ts';
import { showTitle } from './title.ts';
import { TopBar } from './top-bar.tsx';
import { OfflineChip } from './trouble.tsx';
import './shell.css';

interface ShellProps {
  title: string;
  /** The tabs, if this page is one of several about the same thing. */
  tabs?: readonly Tab[];
  children: ComponentChildren;
}

/** Pages that can be reached from all others. */
const places = () => [
  { href: '/', text: t.boards.title },
  { href: '/my-work', text: t.myWork },
  { href: '/inbox', text: t.inbox },
];

/** The frame of all pages except boards and sign-in. */
export function Shell({ title, tabs = [], children }: ShellProps) {
  useEffect(() => {
    showTitle(title);
  }, [title]);
  const isPlace = places().some(({ href }) => href === path.value);
  return (
    <div class="page">
      <TopBar
        tools={
          <>
            <OfflineChip />
            <SearchLink />
          </>
        }
      >
        {places().map(({ href, text }) => (
          <a key={href} class="place" href={href} aria-current={href === path.value ? 'page' : undefined}>
            {text}
          </a>
        ))}
        {!isPlace && <span class="divide" />}
        <h1 class={isPlace ? 'unseen' : 'one-line here'}>{title}</h1>
      </TopBar>
      {tabs.length > 0 && <Tabs tabs={tabs} label={title} />}
      <main>{children}</main>
    </div>
  );
}

const SearchLink = () => (
  <a class="button plain small search-link" href="/search" title={t.search.title}>
    <Icon of={Search} />
    <span class="name">{t.search.title}</span>
    <kbd aria-hidden="true">/</kbd>
  </a>
);

const Tabs = ({ tabs, label }: { tabs: readonly Tab[]; label: string }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, text }) => (
      <a key={href} href={href} aria-current={path.value === href ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
