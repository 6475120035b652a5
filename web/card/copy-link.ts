import { t } from '../messages/en.ts';
import { copy } from '../ui/copy.ts';
import { toast } from '../ui/toast.tsx';

/** Copies the address of something of ours, or else shows it. */
export async function copyLink(path: string): Promise<void> {
  const link = location.origin + path;
  toast((await copy(link)) ? t.card.linkCopied : link);
}
