export const ofPlans = {
  'planned-circle': '{field}: Die Karten wären im Kreis verknüpft',
  'planned-twice': '{field} ist auch der Schlüssel einer anderen Karte des Plans',
  'unknown-planned':
    '{field} ist weder der Schlüssel einer Karte des Plans noch eine Karte dieses Arbeitsbereichs, die du sehen darfst',
  'labels-missing': ({ labels }: { labels: readonly string[] }) =>
    `Das Board hat keine Labels namens ${labels.join(', ')}, und sie zu erstellen erfordert die Berechtigung board:edit`,
  'second-parent': '{field}: Die Karte hat schon eine übergeordnete Karte',
  'several-lists': '{field} kann {count} Listen meinen: Nenne die ID einer davon',
  'no-list': 'Das Board hat keine Liste',
  'proposal-twice': '{field} nennt einen Vorschlag, der schon genannt wurde',
  'unknown-proposal': '{field} ist keine Karte, die auf diesem Board vorgeschlagen ist',
  'proposals-of-plans': '{field}: Die Karten müssen aus einem Plan sein',
  'proposal-accepted': ({ name }: { name: string }) => `Schon von ${name} angenommen`,
  'proposal-discarded': ({ name }: { name: string }) => `Schon von ${name} verworfen`,
};
