import { ChevronDown, ChevronUp } from 'lucide';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { ago, longMoment } from '../../messages/formats.ts';
import { auditTypeTexts, auditTexts as texts } from '../../messages/settings.ts';
import { Filled } from '../../ui/filled.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Entry } from './scan.ts';

/** An entry in one sentence; it opens to show what changed. */
export function EntryRow({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const { createdAt, detail } = entry;
  const line = (
    <>
      <span class="grow">
        <Sentence entry={entry} />
      </span>
      <time class="quiet" dateTime={createdAt} title={longMoment(createdAt)}>
        {ago(createdAt)}
      </time>
    </>
  );
  if (detail.length === 0) return <li>{line}</li>;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {line}
        <Icon of={isOpen ? ChevronUp : ChevronDown} />
      </button>
      {isOpen && (
        <dl class="facts">
          {detail.map(({ field, from, to }) => (
            <Fragment key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd>
                <bdi>{from ?? texts.nothing}</bdi> {document.dir === 'rtl' ? '←' : '→'}{' '}
                <bdi>{to ?? texts.nothing}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  );
}

export const nameOfUser = ({ name, email }: NonNullable<Entry['user']>): string =>
  name ?? email ?? texts.deletedUser;

function Sentence({ entry: { type, user, subject } }: { entry: Entry }) {
  const who = user ? nameOfUser(user) : texts.service;
  // Those who join do so themselves.
  const what = type === 'member.joined' ? undefined : (subject.name ?? subject.email);
  return (
    <>
      <bdi>{who}</bdi> <Filled text={auditTypeTexts[type]}>{what && <b dir="auto">{what}</b>}</Filled>
    </>
  );
}
