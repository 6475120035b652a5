import { Select } from '../../app/form.tsx';
import { auditTexts as texts } from '../../messages/settings.ts';
import { type AuditFilter, isFiltered, noFilter } from './rules.ts';

interface FilterProps {
  /** Names by user id. */
  people: ReadonlyMap<string, string>;
  filter: AuditFilter;
  change: (filter: AuditFilter) => void;
}

/** By whom, what, and when. */
export function FilterFields({ people, filter, change }: FilterProps) {
  return (
    <div class="audit-filter">
      <Select label={texts.who} name="who" value={filter.who} onChange={(who) => change({ ...filter, who })}>
        <option value="">{texts.anyone}</option>
        {[...people].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="service">{texts.service}</option>
      </Select>
      <Select
        label={texts.what}
        name="what"
        value={filter.kind}
        onChange={(kind) => change({ ...filter, kind: kind as AuditFilter['kind'] })}
      >
        <option value="">{texts.anything}</option>
        {Object.entries(texts.kinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Select>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} class="field">
          <span class="field-label">{texts[end]}</span>
          <input
            class="input"
            type="date"
            value={filter[end]}
            onChange={({ currentTarget }) => change({ ...filter, [end]: currentTarget.value })}
          />
        </label>
      ))}
      {isFiltered(filter) && (
        <button class="button plain" type="button" onClick={() => change(noFilter)}>
          {texts.clear}
        </button>
      )}
    </div>
  );
}
