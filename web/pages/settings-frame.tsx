import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { path } from '../app/location.ts';
import { Shell } from '../app/shell.tsx';
import { settingsTexts } from '../messages/settings.ts';
import { Icon } from '../ui/icon.tsx';
import './panel.css';
import './profile.css';
import './settings.css';

export interface NavEntry {
  href: string;
  text: string;
  icon: IconNode;
}

export interface NavGroup {
  name: string;
  /** Where the name leads. */
  href?: string;
  entries: readonly NavEntry[];
}

interface FrameProps {
  title: string;
  groups: readonly NavGroup[];
  children: ComponentChildren;
}

/** The frame of settings: what there is at the side, above the page on a phone, and one of them. */
export const SettingsFrame = ({ title, groups, children }: FrameProps) => (
  <Shell title={title}>
    <div class="framed">
      <SideNav groups={groups} />
      <div class="settings">{children}</div>
    </div>
  </Shell>
);

/** Pages below an entry count as the entry: a webhook is one of the webhooks. */
const isAt = (href: string): boolean =>
  path.value === href || (href !== '/profile' && path.value.startsWith(`${href}/`));

function SideNav({ groups }: { groups: readonly NavGroup[] }) {
  const nav = useRef<HTMLElement>(null);
  const here = path.value;
  const isFilled = groups.length > 0;
  // On a phone the entries are a row that scrolls.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2;
  }, [here, isFilled]);
  return (
    <nav ref={nav} class="side-nav" aria-label={settingsTexts.nav}>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ name, href, entries }) => (
          <div key={name}>
            {href ? (
              <a class="nav-name one-line" href={href} dir="auto">
                {name}
              </a>
            ) : (
              <span class="nav-name one-line">{name}</span>
            )}
            <ul>
              {entries.map((entry) => (
                <li key={entry.href}>
                  <a href={entry.href} aria-current={isAt(entry.href) ? 'page' : undefined}>
                    <Icon of={entry.icon} /> {entry.text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

interface HeadProps {
  title: string;
  hint?: ComponentChildren;
  /** What can be done here, at the end of the line. */
  children?: ComponentChildren;
}

/** The heading of a page of settings, or of a part of it. */
export const Head = ({ title, hint, children }: HeadProps) => (
  <header class="settings-head">
    <div class="row wrap">
      <h2 dir="auto">{title}</h2>
      {children}
    </div>
    {hint && <p class="quiet">{hint}</p>}
  </header>
);
