import type { ComponentImpact, IncidentSeverity } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useComponents, useServices } from './api.ts'
import styles from './incidents.module.css'

const words = lateTexts.incidents

const isSeverity = (text: string): text is IncidentSeverity => text in words.severities
const severityOptions = Object.keys(words.severities)
  .filter(isSeverity)
  .map((value) => ({ value, label: words.severities[value] }))
const isImpact = (text: string): text is keyof typeof words.impacts => text in words.impacts
const allImpacts = Object.keys(words.impacts)
  .filter(isImpact)
  .map((value) => ({ value, label: words.impacts[value] }))
/** Without OPERATIONAL, for what is in a timeline. */
export const impactOptions = allImpacts.flatMap(({ value, label }) =>
  value === 'OPERATIONAL' ? [] : [{ value, label }],
)

/** Of an incident on services. */
export interface OnServices {
  readonly severity: IncidentSeverity
  readonly serviceIds: ReadonlySet<string>
}

interface ServicesFieldsProps {
  readonly value: OnServices
  readonly onChange: (value: OnServices) => void
}

export const ServicesFields = ({ value, onChange }: ServicesFieldsProps) => (
  <>
    <SelectField
      label={words.severity}
      value={value.severity}
      options={severityOptions}
      onChange={(severity) => onChange({ ...value, severity })}
    />
    <fieldset>
      <legend className="label">{words.services}</legend>
      <Loaded query={useServices()} rows={2}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="mute">{words.noServices}</p>
          ) : (
            <div className="stack gap4 mt4">
              {entries.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  isOn={value.serviceIds.has(id)}
                  onChange={(isOn) => onChange({ ...value, serviceIds: withOne(value.serviceIds, id, isOn) })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </fieldset>
  </>
)

function withOne(ids: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const changed = new Set(ids)
  if (isOn) changed.add(id)
  else changed.delete(id)
  return changed
}

interface ImpactsFieldsProps {
  readonly statusPageId: string
  /** The affected components. */
  readonly value: ReadonlyMap<string, ComponentImpact>
  readonly onChange: (value: ReadonlyMap<string, ComponentImpact>) => void
}

/** How much each component of a page is affected. */
export const ImpactsFields = ({ statusPageId, value, onChange }: ImpactsFieldsProps) => (
  <fieldset>
    <legend className="label">{words.components}</legend>
    <Loaded query={useComponents(statusPageId)} rows={2}>
      {(components) =>
        components.length === 0 ? (
          <p className="mute">{words.noComponents}</p>
        ) : (
          <ul className="stack gap4 mt4">
            {components.map(({ id, name }) => (
              <li key={id} className={styles.impact}>
                <span className="anywhere">{name}</span>
                <Select
                  aria-label={`${words.impact}: ${name}`}
                  isSmall
                  value={value.get(id) ?? 'OPERATIONAL'}
                  options={allImpacts}
                  onChange={(impact) => onChange(withImpact(value, id, impact))}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  </fieldset>
)

function withImpact(
  impacts: ReadonlyMap<string, ComponentImpact>,
  id: string,
  impact: ComponentImpact | 'OPERATIONAL',
): ReadonlyMap<string, ComponentImpact> {
  const changed = new Map(impacts)
  if (impact === 'OPERATIONAL') changed.delete(id)
  else changed.set(id, impact)
  return changed
}
