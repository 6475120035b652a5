export const ofFiles = {
  'unknown-upload': '{field} no es una subida tuya sin confirmar para esta tarjeta',
  'nothing-uploaded': '{field}: no se subió nada allí',
  'other-type-uploaded': '{field} no es el tipo que se subió',
  'other-size-uploaded': '{field} no es el tamaño que se subió',
  'upload-confirming': 'Esta subida ya se está confirmando',
  'upload-in-progress': 'Esta subida ya está en curso',
  'upload-used': 'Esta subida se ha usado o ya no existe',
  'upload-cut-off': 'La subida se interrumpió',
  'wrong-upload-type': 'El tipo de contenido de esta subida debe ser {type}',
  'upload-too-long': 'Esta subida debe tener {size} bytes',
  'upload-too-short': 'Esta subida debe tener {size} bytes, no {sent}',
  'file-too-large': 'Un archivo puede tener como máximo {max} bytes',
  'storage-full': 'Los archivos de este espacio de trabajo pueden ocupar como máximo {max} bytes',
  'too-many-attachments': 'Se permiten como máximo {max} adjuntos, incluidas las subidas abiertas',
  'too-many-exports':
    'Se guardan como máximo {max} exportaciones: elimina una, o espera a que una tenga tres días',
};
