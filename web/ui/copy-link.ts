import { t } from '../messages/en.ts';
import { copy } from './copy.ts';
import { toast } from './toast.tsx';

/** Copies the address of something of ours, or else shows it. */
export async function copyLink(path: string): Promise<void> {
  const link = location.origin + path;
  toast((await copy(link)) ? t.card.linkCopied : link);
}
