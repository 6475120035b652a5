const ofServices = {
  'not-connected': 'No estás conectado: guarda primero un token con PUT /integrations/{provider}',
  'provider-refuses-token': '{reason}',
  'provider-fails': '{reason}',
  'provider-board-gone': 'El tablero ya no existe, o tu conexión no puede leerlo',
  'provider-board-unknown': '{field}: {id} no es un tablero que tu conexión pueda leer',
  'provider-project-unknown': '{field}: {id} no es un proyecto que tu conexión pueda leer',
  'provider-project-gone': '{id} no es un proyecto que tu conexión pueda leer',
  'provider-file-refused': 'El archivo se rechazó',
};

const ofImports = {
  'import-ended': 'La importación ha terminado',
  'import-unknown': 'Esta versión no conoce este tipo de importación',
  'import-not-allowed': 'Quien la inició ya no puede crear tableros allí',
  'import-place-gone': 'El espacio de trabajo o el tablero ya no existe',
  'export-not-allowed': 'Ya no puedes verlo',
  'job-failed': '{reason}',
  'job-refused': 'Se rechazó',
  'job-running': 'Este trabajo ya está en curso',
  'job-interrupted': 'Se interrumpió; el registro del servicio dice por qué',
  'job-deaths':
    'El servicio se detuvo {max} veces durante este trabajo, que puede ser la causa; no se intentará de nuevo',
  'file-incomplete': 'La subida no se completó: envía de nuevo el archivo',
  'file-gone': 'El archivo ya no existe',
  'file-empty': 'El archivo está vacío',
  'file-not-read': '{reason}',
  'file-too-much-in-place': 'Hay demasiado en un mismo lugar del archivo',
  'board-limit': '«{board}»: se permiten como máximo {max}, y con estos habría {count}',
  'board-limit-of-file': '«{board}»: se permiten como máximo {max}, no {count}',
  'card-too-large': 'La tarjeta «{title}» tiene más de {max} bytes',
};

const ofJson = {
  'file-not-json': 'El archivo no es JSON válido{place}',
  'file-not-objects': 'El archivo no es JSON válido, o no es una lista de objetos',
  'file-nested-too-deep': 'El archivo tiene más de {max} niveles{place}',
  'file-too-many-values': 'Una entrada del archivo tiene más de {max} valores{place}',
  'file-too-many-entries': 'El archivo tiene más de {max} entradas',
  'file-entry-too-large': 'Una entrada del archivo supera los {max} bytes{place}',
};

const ofLines = {
  'line-of-other-board':
    'Línea {line}: el archivo tiene tarjetas de varios tableros; importa un tablero cada vez',
  'line-fields': 'La línea {line} tiene {fields} campos, y la primera solo {count}: ¿falta una comilla?',
  'line-fields-of-export':
    'La línea {line} tiene {fields} campos, y la primera {count}: ¿está entero el archivo?',
  'line-without-title':
    'Línea 1: ninguna columna se llama «título», «nombre» o «resumen». Columnas desconocidas: {columns}',
  'column-unknown':
    'mapping: la tabla no tiene la columna {place}; se cuentan desde 0, y las columnas con el mismo encabezado son una',
  'line-too-long': 'Línea {line}: una fila tiene más de {max} caracteres; ¿falta una comilla?',
  'line-too-many-fields': 'Línea {line}: una fila tiene más de {max} campos',
  'line-after-quote': 'Línea {line}: hay texto después de una comilla de cierre',
  'line-open-quote': 'Línea {line}: se abre una comilla que no se cierra',
  'line-not-utf8': 'Línea {line}: el texto no es UTF-8; guarda el archivo como «CSV UTF-8»',
  'line-invalid': 'Línea {line}: {reason}',
  'line-without-type': 'La línea {line} no tiene tipo',
  'line-after-end': 'La línea {line} viene después del final',
  'line-too-large': 'La línea {line} es demasiado larga',
  'line-too-many-values': 'La línea {line} tiene más de {max} valores',
  'line-not-json': 'La línea {line} no es JSON válido en UTF-8',
};

const ofZips = {
  'zip-not-export': 'El zip no es una exportación: no tiene export.json',
  'zip-export-invalid': 'El zip no es una exportación: export.json no es como debería',
  'zip-not-export-of': 'El zip no es una exportación de {tool}: no tiene {file}',
  'zip-file-missing': 'El zip no tiene {file}',
  'zip-file-too-large': 'En el zip, {file} tiene más de {max} bytes',
  'zip-file-damaged': 'En el zip, {file} está dañado',
  'zip-file-size': 'En el zip, {file} tiene {found} bytes; debería tener {size}',
  'zip-file-twice': 'El zip tiene un archivo dos veces',
  'zip-too-many-files': 'El zip tiene más de {max} archivos',
  'zip-too-packed': 'El zip descomprimido supera {max} veces su tamaño',
  'zip-encrypted': 'El zip está cifrado, o comprimido de forma poco habitual',
  'not-zip': 'El archivo no es un zip, o no está entero',
  'zip-damaged': 'La lista de archivos del zip está dañada, o tiene nombres que salen de él',
  'file-not-attachable': '«{file}» no se puede adjuntar',
  'file-not-base64': 'Un archivo de la exportación no está en base64',
};

const ofExports = {
  'export-version': 'La exportación tiene la versión {found}; solo se puede leer la versión {version}',
  'export-without-board': 'La exportación no tiene ningún tablero',
  'export-without-this-board': 'La exportación no tiene ese tablero',
  'export-of-several': 'La exportación tiene {count} tableros ({boards}): di cuál con `board`',
  'export-cut-off': 'La exportación no está entera: falta el final de un tablero',
  'export-of-trello': 'Esto no es una exportación de tablero: no tiene listas o no tiene tarjetas',
  'export-of-planka':
    'Esto no es un tablero como lo envía la API de PLANKA: no tiene «item», o no tiene «lists» y «cards» en «included»',
  'export-of-wekan': 'Esto no es una exportación de tablero de WeKan: su «_format» no es «wekan-board-1.0.0»',
  'export-of-kanboard':
    'Línea 1: esto no es una exportación de tareas de Kanboard: no tiene «Task Id», «Column» y «Title»',
  'export-of-kanboard-line':
    'Línea {line}: esto no es una exportación de tareas de Kanboard: «Task Id» no es un número',
  'export-of-vikunja': 'Las exportaciones de Vikunja anteriores a 0.21 no se pueden leer: actualízalo antes',
  'export-without-projects': 'La exportación no tiene proyectos',
  'export-without-this-project': 'La exportación no tiene el proyecto «{project}». Tiene: {projects}',
  'export-of-several-projects':
    'Di con `board` qué proyecto importar, por su identificador. La exportación tiene: {projects}',
};

export const ofImported = {
  ...ofServices,
  ...ofImports,
  ...ofJson,
  ...ofLines,
  ...ofZips,
  ...ofExports,
};
