import { useState } from 'preact/hooks';
import { Field, Form } from '../../app/form.tsx';
import { webhookTexts as texts } from '../../messages/settings.ts';
import { chosenBy, patternsFor } from './events.ts';
import { EventsField } from './events-field.tsx';

export interface WebhookFields {
  name: string;
  url: string;
  events: string[];
}

interface WebhookFormProps {
  given?: Readonly<WebhookFields>;
  submit: string;
  cancel: () => void;
  save: (fields: WebhookFields) => Promise<void>;
}

/** The fields of a webhook, to create or to change it. */
export function WebhookForm({ given, submit, cancel, save }: WebhookFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => chosenBy(given?.events ?? ['*']));
  return (
    <div class="boxed">
      <Form
        submit={submit}
        cancel={cancel}
        isEmpty={chosen.size === 0}
        onSubmit={({ name = '', url = '' }) =>
          save({ name: name.trim(), url: url.trim(), events: patternsFor(chosen) })
        }
      >
        <Field label={texts.name} name="name" value={given?.name ?? ''} maxLength={255} isFirst />
        <Field label={texts.url} name="url" value={given?.url ?? ''} maxLength={2048} hint={texts.urlHint} />
        <EventsField chosen={chosen} choose={setChosen} />
        {chosen.size === 0 && <p class="problem">{texts.noEvents}</p>}
      </Form>
    </div>
  );
}
