import { settingsTexts } from '../messages/settings.ts';
import { copy } from '../ui/copy.ts';
import { toast } from '../ui/toast.tsx';

/** Copies a text, and says whether it worked. */
export const CopyButton = ({ text, label }: { text: string; label?: string }) => (
  <button
    class="button small"
    type="button"
    aria-label={label}
    onClick={() =>
      void copy(text).then((isCopied) => toast(isCopied ? settingsTexts.copied : settingsTexts.copyFailed))
    }
  >
    {settingsTexts.copy}
  </button>
);

interface ShownOnceProps {
  label: string;
  value: string;
  done: () => void;
}

/** A secret that is shown once: the service cannot show it again. */
export const ShownOnce = ({ label, value, done }: ShownOnceProps) => (
  <div class="once" role="status">
    <label class="field">
      <span class="field-label">{label}</span>
      <input class="input" readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
    </label>
    <div class="row wrap">
      <CopyButton text={value} />
      <button class="button small" type="button" onClick={done}>
        {settingsTexts.kept}
      </button>
    </div>
  </div>
);
