import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { takesFocus } from '../ui/focus.ts';
import { problemOf } from './problem.ts';

export { problemOf } from './problem.ts';

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autocomplete?: AutoFill | 'username webauthn';
  hint?: string | undefined;
  value?: string;
  minLength?: number;
  maxLength?: number;
  isOptional?: boolean;
  /** Shown and sent, but not to be changed. */
  isFixed?: boolean | undefined;
  isFirst?: boolean;
}

type AutoFill = 'email' | 'name' | 'current-password' | 'new-password' | 'one-time-code' | 'off';

export function Field({
  label,
  name,
  type = 'text',
  autocomplete = 'off',
  hint,
  value,
  minLength,
  maxLength,
  isOptional,
  isFixed,
  isFirst,
}: FieldProps) {
  const id = useId();
  return (
    <Labelled label={label} hint={hint} id={id}>
      <input
        class="input"
        name={name}
        type={type as 'text'}
        autocomplete={autocomplete}
        defaultValue={value}
        minLength={minLength}
        maxLength={maxLength}
        required={!isOptional}
        readOnly={isFixed}
        aria-describedby={hint && id}
        // `autofocus` works on page load only.
        ref={isFirst ? takesFocus : null}
        data-focused={isFirst || undefined}
      />
    </Labelled>
  );
}

interface LabelledProps {
  label: string;
  hint: string | undefined;
  /** The id of the hint. */
  id: string;
  children: ComponentChildren;
}

/** The hint describes the field, and is not part of its label. */
const Labelled = ({ label, hint, id, children }: LabelledProps) => (
  <div class="field">
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
    </label>
    {hint && (
      <span class="field-hint" id={id}>
        {hint}
      </span>
    )}
  </div>
);

interface SelectProps {
  label: string;
  name: string;
  value?: string;
  hint?: string | undefined;
  disabled?: boolean;
  onChange?: (value: string) => void;
  children: ComponentChildren;
}

/** A field with a few options. */
export function Select({ label, name, value, hint, disabled, onChange, children }: SelectProps) {
  const id = useId();
  return (
    <Labelled label={label} hint={hint} id={id}>
      <select
        class="input"
        name={name}
        value={value}
        disabled={disabled}
        aria-describedby={hint && id}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {children}
      </select>
    </Labelled>
  );
}

/** A field for a new password, with the service's rules. */
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

/** The fields of a new account; with `email`, for that address only. */
export const AccountFields = ({ email }: { email?: string | undefined }) => (
  <>
    <Field label={t.signUp.name} name="name" autocomplete="name" isFirst />
    <Field
      label={t.signIn.email}
      name="email"
      type="email"
      autocomplete="email"
      {...(email === undefined ? {} : { value: email, isFixed: true })}
    />
    <NewPassword label={t.signIn.password} />
  </>
);

interface FormProps {
  submit: string;
  /** One of several forms on a page, none of which is the main one. */
  isQuiet?: boolean;
  /** Nothing to send: the button is disabled. */
  isEmpty?: boolean;
  /** Closes the form. */
  cancel?: () => void;
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children: ComponentChildren;
}

/** Sends the fields, and shows the errors. */
export function Form({ submit, isQuiet, isEmpty, cancel, onSubmit, children }: FormProps) {
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
      <div class="form-end">
        <button class={`button ${isQuiet ? '' : 'primary'}`} type="submit" disabled={busy || isEmpty}>
          {submit}
        </button>
        {cancel && (
          <button class="button plain" type="button" onClick={cancel}>
            {t.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
