export const ofFiles = {
  'unknown-upload': '{field} n’est pas un envoi non confirmé de votre part pour cette carte',
  'nothing-uploaded': '{field} : rien n’y a été envoyé',
  'other-type-uploaded': '{field} n’est pas le type qui a été envoyé',
  'other-size-uploaded': '{field} n’est pas la taille qui a été envoyée',
  'upload-confirming': 'Cet envoi est en cours de confirmation',
  'upload-in-progress': 'Cet envoi est déjà en cours',
  'upload-used': 'Cet envoi a été utilisé ou n’existe plus',
  'upload-cut-off': 'L’envoi a été interrompu',
  'wrong-upload-type': 'Le type de contenu de cet envoi doit être {type}',
  'upload-too-long': 'Cet envoi doit avoir {size} octets',
  'upload-too-short': 'Cet envoi doit avoir {size} octets, pas {sent}',
  'file-too-large': 'Un fichier peut avoir au plus {max} octets',
  'storage-full': 'Les fichiers de cet espace de travail peuvent occuper au plus {max} octets',
  'too-many-attachments': 'Au plus {max} pièces jointes sont autorisées, envois ouverts compris',
  'too-many-exports':
    'Au plus {max} exports sont conservés : supprimez-en un, ou attendez que l’un d’eux ait trois jours',
};
