export const ofRules = {
  'action-needs': '{field}: a la acción {type} le falta {missing}',
  'action-needs-cards':
    '{field}: la acción {type} es para tarjetas, así que un horario con ella necesita un filtro',
  'too-many-items-of-rule':
    '{field}: las acciones de una regla añaden como máximo {max} elementos de checklist',
  'webhook-without-manager':
    '{field}: quien creó esta regla ya no puede gestionar los webhooks del espacio de trabajo',
  'webhook-of-others': '{field}: este webhook no recibe lo que ocurre en el tablero',
  'list-too-long-to-sort': 'Una regla ordena listas de {max:tarjeta/tarjetas} como máximo',
  'rule-to-try': '{field}: no hay nada que probar sin una regla, o lo que espera y hace',
  'not-a-button': 'Esta regla no es un botón',
  'rule-paused': 'Esta regla está en pausa',
  'button-needs-card':
    '{field}: este botón cambia tarjetas, así que se pulsa en una tarjeta o tiene un filtro',
};
