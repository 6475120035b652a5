/** The text of the newest changelog section if it has this version and a date; otherwise undefined. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const [, title = '', text = ''] = /^## (.+)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  const isDated = new RegExp(`^${RegExp.escape(version)} – \\d{4}-\\d\\d-\\d\\d$`).test(title);
  return isDated ? `${text.trim()}\n` : undefined;
}
