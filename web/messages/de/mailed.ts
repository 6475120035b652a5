export const mailedTexts = {
  signIn: 'Mit einem Link anmelden',
  signInHint: 'Der Link funktioniert einmal, für die Adresse, an die er gesendet wurde.',
  sendReset: 'Link per E-Mail senden',
  resetSent: (email: string) => `Wenn ${email} hier ein Konto hat, ist eine E-Mail mit einem Link unterwegs.`,
  forgotHint:
    'Gib deine E-Mail-Adresse ein, und wir senden dir einen Link, mit dem du ein neues Passwort festlegst.',
  setPassword: 'Passwort festlegen',
  passwordSet: 'Dein neues Passwort ist festgelegt',
  confirm: 'Neue Adresse bestätigen',
  confirmHint: 'Danach meldest du dich mit ihr an.',
  invited: (workspace: string) => `${workspace} beitreten`,
  invitedBy: (inviter: string | null, workspace: string) =>
    inviter === null
      ? `Du bist in den Arbeitsbereich ${workspace} eingeladen.`
      : `${inviter} lädt dich in den Arbeitsbereich ${workspace} ein.`,
  onlyFor: (email: string) => `Diese Einladung ist für ${email}.`,
  forOther: (email: string, own: string) =>
    `Diese Einladung ist für ${email}. Du bist als ${own} angemeldet.`,
  otherAccount: 'Anderes Konto verwenden',
  stay: 'Zu meinen Boards',
  accepted: 'Diese Einladung wurde schon angenommen.',
  open: 'Taskboard öffnen',
  notOpen: 'Diese Einladung gilt nicht mehr. Bitte um eine neue.',
  join: 'Beitreten',
  joinAs: (email: string) => `Du trittst als ${email} bei.`,
  signUpAndJoin: 'Konto erstellen und beitreten',
  notSignedIn: 'Die Anmeldung wurde abgebrochen, oder der Anbieter hat sie abgelehnt.',
};
