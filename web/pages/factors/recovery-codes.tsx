import { factorTexts as texts } from '../../messages/factors.ts';
import { CopyButton } from '../shown-once.tsx';
import './factors.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  done: () => void;
}

/** Recovery codes that were just made. */
export function RecoveryCodes({ codes, done }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div class="boxed once" role="status">
      <h3>{texts.codesTitle}</h3>
      <p>{texts.codesOnce}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row wrap">
        <CopyButton text={text} />
        <a
          class="button small"
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download="taskboard-recovery-codes.txt"
        >
          {texts.download}
        </a>
        <button class="button small" type="button" onClick={done}>
          {texts.codesKept}
        </button>
      </div>
    </div>
  );
}
