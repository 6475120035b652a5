export const ofFiles = {
  'unknown-upload': '{field} ist kein unbestätigter Upload von dir für diese Karte',
  'nothing-uploaded': '{field}: Dort wurde nichts hochgeladen',
  'other-type-uploaded': '{field} ist nicht der Typ, der hochgeladen wurde',
  'other-size-uploaded': '{field} ist nicht die Größe, die hochgeladen wurde',
  'upload-confirming': 'Dieser Upload wird gerade bestätigt',
  'upload-in-progress': 'Dieser Upload läuft schon',
  'upload-used': 'Dieser Upload wurde verwendet oder existiert nicht mehr',
  'upload-cut-off': 'Der Upload wurde abgebrochen',
  'wrong-upload-type': 'Der Content-Type dieses Uploads muss {type} sein',
  'upload-too-long': 'Dieser Upload muss {size} Bytes haben',
  'upload-too-short': 'Dieser Upload muss {size} Bytes haben, nicht {sent}',
  'file-too-large': 'Eine Datei darf höchstens {max} Bytes haben',
  'storage-full': 'Die Dateien dieses Arbeitsbereichs dürfen höchstens {max} Bytes belegen',
  'too-many-attachments': 'Höchstens {max} Anhänge sind erlaubt, offene Uploads eingeschlossen',
  'too-many-exports':
    'Höchstens {max} Exporte werden aufbewahrt: Lösche einen oder warte, bis einer drei Tage alt ist',
};
