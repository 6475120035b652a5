export const ofFactors = {
  'keys-of-bots-only':
    'In diesem Arbeitsbereich funktionieren nur API-Schlüssel von Bots, nicht die von Personen',
  'key-too-old': 'Der API-Schlüssel ist älter, als dieser Arbeitsbereich erlaubt: Erstelle einen neuen',
  'key-unused':
    'Der API-Schlüssel wurde so lange nicht verwendet, dass er in diesem Arbeitsbereich abgelaufen ist: Erstelle einen neuen',
  'key-ended': 'Der API-Schlüssel gilt in diesem Arbeitsbereich nicht mehr: Erstelle einen neuen',
  'exports-of-admins': 'In diesem Arbeitsbereich darf nur exportieren, wer ihn verwaltet',
  'second-factor-wrong':
    'Der Code, der Wiederherstellungscode oder der Passkey ist falsch oder wurde schon verwendet',
  'one-second-factor': 'Der Inhalt muss eines der Felder code, recoveryCode und passkey haben',
  'passkey-wrong': '{field} ist nicht, was dieser Passkey antwortet',
  'code-wrong': '{field} ist nicht der Code, den die App jetzt anzeigt',
  'no-second-factor': 'Das Konto hat dafür keinen zweiten Faktor',
  'second-factor-demanded':
    'Dieser Arbeitsbereich ist nur mit einem Konto zugänglich, das einen zweiten Faktor hat',
  'second-factor-required': 'Füge deinem Konto zuerst einen zweiten Faktor hinzu',
  'policy-unmet': 'Diese Vorgabe erfüllst du selbst nicht: {policy}',
  'confirmation-required': 'Bestätige zuerst, dass du es bist (POST /auth/confirm)',
};
