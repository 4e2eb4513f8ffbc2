import { lateTexts } from '../../strings/late.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { usePages, useServices } from './api.ts'
import type { Visibility } from './draft.ts'
import type { DraftProps } from './draft-props.ts'
import { ReminderFields } from './reminder-fields.tsx'

const words = lateTexts.maintenanceWindows
const severities = ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const

type FlagName = { [K in keyof Visibility]: Visibility[K] extends boolean ? K : never }[keyof Visibility]

const flags: readonly (readonly [FlagName, string])[] = [
  ['showAffectedServices', words.showServices],
  ['suppressAutoIncidents', words.suppress],
  ['autoStart', words.autoStart],
  ['autoEnd', words.autoEnd],
  ['notifyOnStart', words.notifyOnStart],
  ['notifyOnEnd', words.notifyOnEnd],
]

/** Whether and how readers of status pages see a window. */
export function PageFields({ draft: { visibility }, onChange, errors }: DraftProps) {
  const set = (changes: Partial<Visibility>): void => onChange({ visibility: { ...visibility, ...changes } })
  return (
    <section className="stack gap12" aria-label={words.publish}>
      <h2>{words.publish}</h2>
      <CheckField isSwitch label={words.published} isOn={visibility.enabled} onChange={(enabled) => set({ enabled })} />
      {visibility.enabled && (
        <>
          <Affected visibility={visibility} set={set} />
          {Object.entries(errors).map(
            ([path, error]) => path.startsWith('statusPageVisibility') && <FieldError key={path}>{error}</FieldError>,
          )}
          <SelectField
            label={words.severity}
            value={visibility.severity ?? ''}
            options={[
              { value: '', label: words.noSeverity },
              ...severities.map((value) => ({ value, label: words.severities[value] })),
            ]}
            onChange={(severity) => set({ severity: severity === '' ? null : severity })}
          />
          {flags.map(([name, label]) => (
            <CheckField key={name} label={label} isOn={visibility[name]} onChange={(isOn) => set({ [name]: isOn })} />
          ))}
          <ReminderFields
            value={visibility.reminderMinutesBefore}
            onChange={(reminderMinutesBefore) => set({ reminderMinutesBefore })}
          />
        </>
      )}
    </section>
  )
}

const toggled = <T,>(list: readonly T[], item: T, isOn: boolean): T[] =>
  isOn ? [...list, item] : list.filter((one) => one !== item)

interface AffectedProps {
  readonly visibility: Visibility
  readonly set: (changes: Partial<Visibility>) => void
}

/** The services that it affects, and the pages that show it if not all of theirs. */
function Affected({ visibility, set }: AffectedProps) {
  const [services, pages] = [useServices(), usePages()]
  const { affectAllServices, serviceIds, statusPageIds } = visibility
  return (
    <>
      <CheckField
        label={words.allServices}
        isOn={affectAllServices}
        onChange={(isOn) => set({ affectAllServices: isOn, ...(isOn && { serviceIds: [] }) })}
      />
      {!affectAllServices && (
        <Choices
          title={words.services}
          none={words.noServices}
          items={services}
          chosen={serviceIds}
          onChange={(ids) => set({ serviceIds: ids })}
        />
      )}
      {pages.length > 0 && (
        <Choices
          title={words.pages}
          items={pages}
          chosen={statusPageIds}
          onChange={(ids) => set({ statusPageIds: ids })}
        />
      )}
    </>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly none?: string
  readonly items: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

const Choices = ({ title, none, items, chosen, onChange }: ChoicesProps) => (
  <fieldset className="stack">
    <legend className="label">{title}</legend>
    {items.length === 0 && none !== undefined && <p className="small mute">{none}</p>}
    {items.map(({ id, name }) => (
      <CheckField
        key={id}
        label={name}
        isOn={chosen.includes(id)}
        onChange={(isOn) => onChange(toggled(chosen, id, isOn))}
      />
    ))}
  </fieldset>
)
