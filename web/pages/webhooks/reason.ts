import { webhookTexts as texts } from '../../messages/settings.ts';

/** Why an attempt failed, in words. */
export function reasonOf(error: string | null | undefined, status: number | null | undefined): string {
  const [, code] = /^status (\d+)$/.exec(error ?? '') ?? [];
  const answered = code ?? status?.toString();
  return texts.errors[error ?? ''] ?? (answered ? texts.errorStatus(answered) : (error ?? ''));
}
