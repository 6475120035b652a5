/* Issues of uploads, attachments and exports: see `issue-texts.ts`. */

export const ofFiles = {
  'unknown-upload': '{field} is not an unconfirmed upload of yours for this card',
  'nothing-uploaded': '{field}: nothing was uploaded there',
  'other-type-uploaded': '{field} is not the type that was uploaded',
  'other-size-uploaded': '{field} is not the size that was uploaded',
  'upload-confirming': 'This upload is being confirmed already',
  'upload-in-progress': 'This upload is already in progress',
  'upload-used': 'This upload has been used or no longer exists',
  'upload-cut-off': 'The upload was cut off',
  'wrong-upload-type': 'The content type of this upload must be {type}',
  'upload-too-long': 'This upload must have {size} bytes',
  'upload-too-short': 'This upload must have {size} bytes, not {sent}',
  'file-too-large': 'A file may have at most {max} bytes',
  'storage-full': 'The files of this workspace may take up at most {max} bytes',
  'too-many-attachments': 'At most {max} attachments are allowed, including open uploads',
  'too-many-exports': 'At most {max} exports are kept: delete one, or wait until one is three days old',
} as const;
