import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { t } from '../messages/en.ts';

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autocomplete?: AutoFill;
  hint?: string;
  value?: string;
  minLength?: number;
  isFirst?: boolean;
}

type AutoFill = 'email' | 'name' | 'current-password' | 'new-password' | 'off';

export const Field = ({
  label,
  name,
  type = 'text',
  autocomplete = 'off',
  hint,
  value,
  minLength,
  isFirst,
}: FieldProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <input
      class="input"
      name={name}
      type={type as 'text'}
      autocomplete={autocomplete}
      defaultValue={value}
      minLength={minLength}
      required
      ref={(input) => {
        // `autofocus` counts for the first page only.
        if (isFirst && input && !input.dataset.focused) {
          input.dataset.focused = 'true';
          input.focus();
        }
      }}
    />
    {hint && <span class="field-hint">{hint}</span>}
  </label>
);

/** A password that is chosen, as the service wants it. */
export const NewPassword = ({ label, isFirst }: { label: string; isFirst?: boolean }) => (
  <Field
    label={label}
    name="password"
    type="password"
    autocomplete="new-password"
    minLength={8}
    hint={t.signUp.passwordHint}
    isFirst={isFirst}
  />
);

/** What an account is made with. */
export const AccountFields = () => (
  <>
    <Field label={t.signUp.name} name="name" autocomplete="name" isFirst />
    <Field label={t.signIn.email} name="email" type="email" autocomplete="email" />
    <NewPassword label={t.signIn.password} />
  </>
);

interface FormProps {
  submit: string;
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children: ComponentChildren;
}

/** Sends what was filled in, and says what was wrong with it. */
export function Form({ submit, onSubmit, children }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget as HTMLFormElement)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ]),
    );
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(values);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="form" onSubmit={(event) => void send(event)}>
      {children}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button class="button primary" type="submit" disabled={busy}>
        {submit}
      </button>
    </form>
  );
}

/** What the server says is wrong, in words. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.errors.away;
  const [issue] = error.issues;
  return issue ? issue.message.replace(/^(?:body|query|params)\/?/, '') : t.errors.title;
}
