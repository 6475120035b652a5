const fieldTakes: Record<string, string> = {
  text: 'un texto de una línea, de 500 caracteres como máximo',
  number: 'un número, hasta un billón',
  money: 'un número con cuatro decimales como máximo, hasta un billón',
  date: 'un día como 2026-03-01, o una fecha y hora',
  select: 'una de sus opciones',
  'multi-select': 'una lista de sus opciones, 50 como máximo',
  person: 'un miembro que pueda ver el tablero',
  checkbox: 'true o false',
  link: 'una dirección que empiece por http://, https:// o mailto:',
};

export const ofFields = {
  'unknown-field': '{field}: {name} no es un campo de este tablero',
  'field-name-taken': '{field}: el tablero ya tiene un campo con este nombre',
  'workspace-field-name-taken': '{field}: el espacio de trabajo ya tiene un campo con este nombre',
  'field-name-taken-on-board': '{field}: un tablero que usa este campo tiene otro con este nombre',
  'field-of-workspace': '{field}: es un campo del espacio de trabajo, que se cambia allí',
  'field-type-fixed': '{field}: el tipo de un campo no se puede cambiar',
  'option-name-taken': '{field}: el campo ya tiene una opción con este nombre',
  'options-changed': '{field}: el campo tiene ya opciones que faltan aquí',
  'unknown-option': '{field} no es una opción de este campo',
  'setting-of-other-type': '{field} no es para campos del tipo {type}',
  'field-takes': ({ field, name, type, max }: { field: string; name: string; type: string; max: number }) =>
    `${field}: ${name} acepta ${type === 'rating' ? `un número entero de 1 a ${max}` : (fieldTakes[type] ?? type)}`,
  'field-repeated': '{field} tiene {name} dos veces, por su nombre y por su identificador',
};
