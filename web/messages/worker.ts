import type { Language } from '../../contract/languages.ts';

/** What the service worker says itself, which loads no texts: in all languages at once. */
export const workerTexts: Readonly<Record<Language, { markRead: string; signedOut: string }>> = {
  en: { markRead: 'Mark as read', signedOut: 'You are signed out. Sign in to see what is new.' },
  de: {
    markRead: 'Als gelesen markieren',
    signedOut: 'Du bist abgemeldet. Melde dich an, um zu sehen, was es Neues gibt.',
  },
  fr: {
    markRead: 'Marquer comme lu',
    signedOut: 'Votre session est fermée. Connectez-vous pour voir les nouveautés.',
  },
  es: {
    markRead: 'Marcar como leído',
    signedOut: 'Has cerrado la sesión. Iníciala para ver las novedades.',
  },
  he: { markRead: 'סימון כנקרא', signedOut: 'אין חיבור לחשבון. יש להתחבר כדי לראות מה חדש.' },
};
