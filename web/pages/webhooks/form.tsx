import { useState } from 'preact/hooks';
import { Field, Form } from '../../app/form.tsx';
import { webhookTexts as texts } from '../../messages/settings.ts';
import { SomeBoards } from '../some-boards.tsx';
import { chosenBy, patternsFor } from './events.ts';
import { EventsField } from './events-field.tsx';
import { CardsField } from './filter-field.tsx';

export interface WebhookFields {
  name: string;
  url: string;
  events: string[];
  /** The only boards of which it sends events, as far as the reader sees them; null for all. */
  boardPublicIds: string[] | null;
  /** The cards of whose events it is told; null for all, and for events of all else. */
  filter: string | null;
}

interface WebhookFormProps {
  workspace: string;
  given?: Readonly<WebhookFields>;
  submit: string;
  cancel: () => void;
  save: (fields: Omit<WebhookFields, 'boardPublicIds' | 'filter'> & Partial<WebhookFields>) => Promise<void>;
}

/** The fields of a webhook, to create or to change it. */
export function WebhookForm({ workspace, given, submit, cancel, save }: WebhookFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => chosenBy(given?.events ?? ['*']));
  const before = given?.boardPublicIds ?? null;
  const [boards, setBoards] = useState<string[]>(before ?? []);
  return (
    <div class="boxed">
      <Form
        submit={submit}
        cancel={cancel}
        isEmpty={chosen.size === 0}
        onSubmit={({ name = '', url = '', filter = '' }) =>
          save({
            name: name.trim(),
            url: url.trim(),
            events: patternsFor(chosen),
            // A limit to boards that are not seen stays as long as nobody chooses another one.
            ...(sameBoards(boards, before ?? [])
              ? {}
              : { boardPublicIds: boards.length > 0 ? boards : null }),
            // Only who made it, or an admin, may send another one.
            ...(filter.trim() === (given?.filter ?? '') ? {} : { filter: filter.trim() || null }),
          })
        }
      >
        <Field label={texts.name} name="name" value={given?.name ?? ''} maxLength={255} isFirst />
        <Field label={texts.url} name="url" value={given?.url ?? ''} maxLength={2048} hint={texts.urlHint} />
        <EventsField chosen={chosen} choose={setChosen} />
        {chosen.size === 0 && <p class="problem">{texts.noEvents}</p>}
        <SomeBoards
          workspace={workspace}
          chosen={boards}
          choose={setBoards}
          hint={texts.onlyBoards}
          {...(before?.length === 0 ? { none: texts.hiddenBoards } : {})}
        />
        <CardsField workspace={workspace} value={given?.filter ?? ''} />
      </Form>
    </div>
  );
}

const sameBoards = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
