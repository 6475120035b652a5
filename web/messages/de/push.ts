export const pushTexts = {
  title: 'Auf diesem Gerät',
  hint: 'Erhalte Benachrichtigungen in diesem Browser, auch wenn Taskboard nicht geöffnet ist.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  on: 'Dieser Browser wird benachrichtigt.',
  off: 'Dieser Browser wird nicht benachrichtigt.',
  turnedOn: 'Benachrichtigungen sind in diesem Browser eingeschaltet',
  turnedOff: 'Benachrichtigungen sind in diesem Browser ausgeschaltet',
  denied:
    'Du hast Benachrichtigungen von dieser Website blockiert. Erlaube sie in den Einstellungen deines Browsers und lade dann diese Seite neu.',
  dismissed: 'Dein Browser hat Benachrichtigungen nicht erlaubt',
  unsupported: 'Dieser Browser kann keine Benachrichtigungen von Websites empfangen.',
  insecure: 'Browser empfangen Benachrichtigungen nur von Websites mit https.',
  homeScreen:
    'Füge Taskboard auf einem iPhone oder iPad zuerst zum Home-Bildschirm hinzu: Tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Öffne es von dort und kehre zu dieser Seite zurück.',
  unreachable: 'Dein Browser konnte seinen Push-Dienst nicht erreichen. Versuche es später noch einmal.',
  devices: 'Geräte',
  devicesHint:
    'Ein Gerät wird nicht mehr benachrichtigt, sobald du dich dort abmeldest oder seine Sitzung beendest.',
  sessions: 'Sitzungen',
  thisOne: 'dieser Browser',
  since: (day: string) => `seit ${day}`,
};
