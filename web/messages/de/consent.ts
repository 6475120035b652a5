export const consentTexts = {
  title: 'Anwendung verbinden',
  asks: (name: string) => `„${name}“ bittet um Zugriff`,
  as: (email: string) =>
    `Die Anwendung handelt in deinem Namen (${email}), innerhalb der Grenzen unten. Was sie tut, steht unter ihrem Namen.`,
  vouched: (host: string) => `${host} bürgt für diesen Namen.`,
  unvouched:
    'Niemand hat diesen Namen geprüft: Die Anwendung hat ihn sich selbst gegeben. Fahre nur fort, wenn du dies gerade in einer Anwendung begonnen hast, der du vertraust.',
  returns: {
    site: (host: string) => `Danach kehrst du zu ${host} zurück; von dort hat die Anwendung dann Zugriff.`,
    computer: () => 'Danach kehrst du zu einem Programm auf diesem Computer zurück, das den Zugriff erhält.',
    app: (scheme: string) => `Danach erhält die App, die ${scheme} öffnet, den Zugriff.`,
  },
  onlyBoards: 'Alles andere im Arbeitsbereich bleibt ihr verborgen.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  back: (to: string) => `Zurück zu ${to}`,
  cannot: 'Das kann nicht erlaubt werden',
  leaving: 'Zurück zur Anwendung …',
  leavingHint: 'Du kannst diese Seite schließen.',
};
