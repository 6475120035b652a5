import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { webhooks } from '../../../contract/webhooks.ts';
import { webhookTexts as texts } from '../../messages/settings.ts';
import { attempt } from '../attempt.ts';

/** Why an attempt failed, in words. */
export function reasonOf(error: string | null | undefined, status: number | null | undefined): string {
  const [, code] = /^status (\d+)$/.exec(error ?? '') ?? [];
  const answered = code ?? status?.toString();
  return texts.errors[error ?? ''] ?? (answered ? texts.errorStatus(answered) : (error ?? ''));
}

/** The test of a webhook or a channel: what it answers, in words. */
export function useTest(
  run: () => Promise<ReplyOf<typeof webhooks.test>>,
  worked: (status: number | undefined) => string,
) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<string>();
  const send = async () => {
    setBusy(true);
    setTold(undefined);
    await attempt(
      async () => {
        const { success, statusCode, error } = await run();
        setTold(success ? worked(statusCode) : texts.testFailed(reasonOf(error, statusCode)));
      },
      () => setBusy(false),
    );
  };
  return { isBusy, told, send };
}
