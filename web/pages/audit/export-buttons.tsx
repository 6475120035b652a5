import { auditTexts as texts } from '../../messages/settings.ts';
import { type AuditFilter, fileAddress } from './rules.ts';

interface ExportProps {
  workspace: string;
  filter: AuditFilter;
}

/** The entries that match the filter as files, which the service writes while they are downloaded. */
export const ExportButtons = ({ workspace, filter }: ExportProps) => (
  <div class="row wrap" role="group" aria-label={texts.export}>
    <span class="quiet">{texts.export}</span>
    {(['jsonl', 'csv'] as const).map((format) => (
      <a key={format} class="button small" href={fileAddress(workspace, format, filter)} download>
        {texts.formats[format]}
      </a>
    ))}
  </div>
);
