import { useState } from 'react'
import type { FormEvent } from 'react'
import { checkDefaultsFields } from '../../forms/check-forms.ts'
import { codesAfter, placeOptions } from '../../places/place-choice.ts'
import type { PlaceOption } from '../../places/place-choice.ts'
import { usePlaces } from '../../places/use-places.ts'
import { usePrivateLocations } from '../../places/use-private-locations.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useGroups } from './api.ts'
import styles from './bulk-edit.module.css'
import type { BulkChange } from '../../check-list/use-bulk-change.ts'

const words = texts.checks
const late = lateTexts.checkList
/** In minutes. Some types cannot run more often than that. */
const frequencies = (checkDefaultsFields.find(({ path }) => path === 'frequency')?.options ?? [])
  .map(Number)
  .filter((minutes) => minutes > 0)
const kept = 'keep'

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

interface BulkEditProps {
  readonly title: string
  readonly isBusy: boolean
  readonly onApply: (change: BulkChange) => void
  readonly onClose: () => void
}

/** Asks what to change of many checks. What is left empty stays as it is. */
export function BulkEdit({ title, isBusy, onApply, onClose }: BulkEditProps) {
  const groups = useGroups()
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const [group, setGroup] = useState(kept)
  const [frequency, setFrequency] = useState(kept)
  const [locations, setLocations] = useState<LocationChange>({})
  const minutes = frequencies.find((one) => String(one) === frequency)
  const change: BulkChange = {
    ...(tagsOf(added).length > 0 && { addTags: tagsOf(added) }),
    ...(tagsOf(removed).length > 0 && { removeTags: tagsOf(removed) }),
    ...(group !== kept && { groupId: group === '' ? null : Number(group) }),
    ...(minutes !== undefined && { frequency: minutes }),
    ...locations,
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onApply(change)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="dim">{late.editHint}</p>
        <TextField label={late.addTags} value={added} onChange={setAdded} hint={late.tagsHint} />
        <TextField label={late.removeTags} value={removed} onChange={setRemoved} />
        <SelectField
          label={words.group}
          value={group}
          onChange={setGroup}
          options={[
            { value: kept, label: late.keepGroup },
            { value: '', label: late.noGroup },
            ...(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <SelectField
          label={late.frequencyLabel}
          value={frequency}
          onChange={setFrequency}
          options={[
            { value: kept, label: late.keepFrequency },
            ...frequencies.map((one) => ({ value: String(one), label: words.everyMinutes(one) })),
          ]}
        />
        <Locations onChange={setLocations} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={Object.keys(change).length === 0}>
            {late.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type LocationChange = Pick<BulkChange, 'locations' | 'privateLocations'>

/** The locations that replace those of the checks, if any are chosen. */
function Locations({ onChange }: { readonly onChange: (change: LocationChange) => void }) {
  const { all: places } = usePlaces()
  const privateLocations = usePrivateLocations()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [slugs, setSlugs] = useState<readonly string[]>([])
  const choose = (nextPlaces: readonly string[], nextSlugs: readonly string[]): void => {
    setChosen(nextPlaces)
    setSlugs(nextSlugs)
    const isEmpty = nextPlaces.length + nextSlugs.length === 0
    onChange(isEmpty ? {} : { locations: codesAfter(places, [], nextPlaces), privateLocations: [...nextSlugs] })
  }
  return (
    <fieldset className="stack gap4">
      <legend className="label">{late.locationsLabel}</legend>
      <div className={`row wrap ${styles.locations}`}>
        <Ticks options={placeOptions(places, [])} chosen={chosen} onChange={(next) => choose(next, slugs)} />
        <Ticks options={privateLocations} chosen={slugs} onChange={(next) => choose(chosen, next)} />
      </div>
      {chosen.length + slugs.length === 0 && <p className="small mute">{late.keepLocations}</p>}
    </fieldset>
  )
}

const Ticks = ({
  options,
  chosen,
  onChange,
}: {
  readonly options: readonly PlaceOption[]
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}) =>
  options.map(({ value, label }) => (
    <label key={value} className="row gap4">
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        onChange={(event) =>
          onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
        }
      />
      {label}
    </label>
  ))
