export const ofRules = {
  'action-needs': '{field}: Der Aktion {type} fehlt {missing}',
  'action-needs-cards':
    '{field}: Die Aktion {type} ist für Karten, daher braucht ein Zeitplan mit ihr einen Filter',
  'too-many-items-of-rule':
    '{field}: Die Aktionen einer Regel fügen höchstens {max} Checklisteneinträge hinzu',
  'webhook-without-manager':
    '{field}: Die Person, die diese Regel erstellt hat, darf die Webhooks des Arbeitsbereichs nicht mehr verwalten',
  'webhook-of-others': '{field}: Dieser Webhook erfährt nicht, was auf dem Board geschieht',
  'list-too-long-to-sort': 'Eine Regel sortiert Listen mit höchstens {max:Karte/Karten}',
  'rule-to-try':
    '{field}: Ohne eine Regel oder das, worauf sie wartet und was sie tut, gibt es nichts auszuprobieren',
  'not-a-button': 'Diese Regel ist kein Knopf',
  'rule-paused': 'Diese Regel ist pausiert',
  'button-needs-card':
    '{field}: Dieser Knopf ändert Karten, also wird er auf einer Karte gedrückt oder hat einen Filter',
};
