export const ofSignOn = {
  'provider-only': 'Wer diese Adresse hat, meldet sich nur über {provider} an',
  'issuer-missing': '{field} fehlt: Dieser Anbieter sagt bei jeder Antwort, dass sie von ihm kommt',
  'sign-in-again':
    'Melde dich zuerst neu an: Dafür muss die Sitzung in den letzten zehn Minuten geöffnet worden sein',
  'wrong-logout-token': '{field} ist kein Abmelde-Token des Anbieters ({reason})',
  'provider-not-trusted':
    '{field} ist kein Anbieter, dessen Gruppen dieser Arbeitsbereich folgen darf: Das entscheidet, wer den Dienst betreibt',
  'group-mapped': '{field}: Diese Gruppe hat schon eine Rolle',
  'provider-demanded': 'Diesen Arbeitsbereich öffnet nur, wer sich über dessen Anbieter angemeldet hat',
  'session-too-old':
    'Dieser Arbeitsbereich verlangt, dass du dich neu anmeldest: Deine Sitzung wurde vor zu langer Zeit geöffnet',
  'session-idle':
    'Dieser Arbeitsbereich verlangt, dass du dich neu anmeldest: Deine Sitzung wurde zu lange nicht benutzt',
  'address-not-allowed': 'Von deiner Netzwerkadresse aus lässt sich dieser Arbeitsbereich nicht öffnen',
  'no-workspace': 'Es gibt keinen Arbeitsbereich {id}',
  'unknown-provider': '{field} ist kein Anbieter, über den man sich anmelden kann',
  'wrong-network': '{field}: {network} ist kein Netz wie 192.0.2.0/24 oder 2001:db8::/32',
} as const;
