const fieldTakes: Record<string, string> = {
  text: 'einen Text aus einer Zeile mit höchstens 500 Zeichen',
  number: 'eine Zahl bis zu einer Billion',
  money: 'eine Zahl mit höchstens vier Nachkommastellen bis zu einer Billion',
  date: 'einen Tag wie 2026-03-01 oder einen Zeitpunkt',
  select: 'eine seiner Optionen',
  'multi-select': 'eine Liste seiner Optionen, höchstens 50',
  person: 'ein Mitglied, das das Board sehen kann',
  checkbox: 'true oder false',
  link: 'eine Adresse, die mit http://, https:// oder mailto: beginnt',
};

export const ofFields = {
  'unknown-field': '{field}: {name} ist kein Feld dieses Boards',
  'field-name-taken': '{field}: Das Board hat schon ein Feld dieses Namens',
  'workspace-field-name-taken': '{field}: Der Arbeitsbereich hat schon ein Feld dieses Namens',
  'field-name-taken-on-board': '{field}: Ein Board, das dieses Feld verwendet, hat ein anderes dieses Namens',
  'field-of-workspace': '{field}: Das ist ein Feld des Arbeitsbereichs; es wird dort geändert',
  'field-type-fixed': '{field}: Der Typ eines Feldes lässt sich nicht ändern',
  'option-name-taken': '{field}: Das Feld hat schon eine Option dieses Namens',
  'options-changed': '{field}: Das Feld hat inzwischen Optionen, die hier fehlen',
  'unknown-option': '{field} ist keine Option dieses Feldes',
  'setting-of-other-type': '{field} ist nicht für Felder des Typs {type}',
  'field-takes': ({ field, name, type, max }: { field: string; name: string; type: string; max: number }) =>
    `${field}: ${name} nimmt ${type === 'rating' ? `eine ganze Zahl von 1 bis ${max}` : (fieldTakes[type] ?? type)}`,
  'field-repeated': '{field} hat {name} zweimal, mit Namen und mit ID',
};
