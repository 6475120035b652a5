/** Names of the colors that labels are given, because not everybody sees them: by hue, and grey. */
export const colourNames: Readonly<Record<string, string>> = {
  '#c86362': 'Red',
  '#c56a3e': 'Orange',
  '#b77610': 'Amber',
  '#998700': 'Yellow',
  '#6c9539': 'Lime',
  '#349d62': 'Green',
  '#009e90': 'Teal',
  '#0098b7': 'Cyan',
  '#418ad1': 'Blue',
  '#787bd2': 'Indigo',
  '#a36cbc': 'Purple',
  '#bc6398': 'Pink',
  '#64748b': 'Gray',
};
