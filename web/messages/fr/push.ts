export const pushTexts = {
  title: 'Sur cet appareil',
  hint: 'Recevez des notifications dans ce navigateur, même quand Taskboard n’est pas ouvert.',
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  on: 'Ce navigateur reçoit les notifications.',
  off: 'Ce navigateur ne reçoit pas les notifications.',
  turnedOn: 'Les notifications sont activées dans ce navigateur',
  turnedOff: 'Les notifications sont désactivées dans ce navigateur',
  denied:
    'Vous avez bloqué les notifications de ce site. Autorisez-les dans les paramètres de votre navigateur, puis rechargez cette page.',
  dismissed: 'Votre navigateur n’a pas autorisé les notifications',
  unsupported: 'Ce navigateur ne peut pas recevoir de notifications de sites web.',
  insecure: 'Les navigateurs ne reçoivent des notifications que de sites en https.',
  homeScreen:
    'Sur un iPhone ou un iPad, ajoutez d’abord Taskboard à l’écran d’accueil : touchez Partager, puis Sur l’écran d’accueil. Ouvrez-le de là, et revenez à cette page.',
  unreachable: 'Votre navigateur n’a pas pu joindre son service de notifications. Réessayez plus tard.',
  devices: 'Appareils',
  devicesHint: 'Un appareil ne reçoit plus rien dès que vous vous y déconnectez ou fermez sa session.',
  sessions: 'Sessions',
  thisOne: 'ce navigateur',
  since: (day: string) => `depuis le ${day}`,
};
