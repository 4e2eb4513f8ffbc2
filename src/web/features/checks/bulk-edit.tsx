import { useState } from 'react'
import type { FormEvent } from 'react'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { codesAfter, placeOptions } from '../../places/place-choice.ts'
import type { PlaceOption } from '../../places/place-choice.ts'
import { usePlaces } from '../../places/use-places.ts'
import type { BulkChange } from './use-bulk-change.ts'

const words = texts.checks
const late = lateTexts.checkList
const frequencies = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] as const
const kept = 'keep'

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Asks what to change of many checks. What is left empty stays as it is. */
export function BulkEdit({
  title,
  isBusy,
  onApply,
  onClose,
}: {
  readonly title: string
  readonly isBusy: boolean
  readonly onApply: (change: BulkChange) => void
  readonly onClose: () => void
}) {
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 })
  const { all: places } = usePlaces()
  const privateLocations = useOperation('listPrivateLocations', undefined, { staleMs: 60_000 })
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const [group, setGroup] = useState(kept)
  const [frequency, setFrequency] = useState(kept)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [slugs, setSlugs] = useState<readonly string[]>([])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onApply({
      ...(tagsOf(added).length > 0 && { addTags: tagsOf(added) }),
      ...(tagsOf(removed).length > 0 && { removeTags: tagsOf(removed) }),
      ...(group !== kept && { groupId: group === '' ? null : Number(group) }),
      ...(frequency !== kept && { frequency: frequencyOf(frequency) }),
      ...(hasLocation && {
        locations: codesAfter(places, [], chosen) as BulkChange['locations'] & string[],
        privateLocations: [...slugs],
      }),
    })
  }
  const hasLocation = chosen.length + slugs.length > 0
  const isEmpty = !added.trim() && !removed.trim() && group === kept && frequency === kept && !hasLocation
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
            ...frequencies.slice(1).map((one) => ({ value: String(one), label: words.everyMinutes(one) })),
          ]}
        />
        <fieldset className="field borderless">
          <legend>{late.locationsLabel}</legend>
          <div className="row wrap scrolled">
            <Ticks options={placeOptions(places, [])} chosen={chosen} onChange={setChosen} />
            <Ticks
              options={(privateLocations.data ?? []).map(({ slugName, name }) => ({ value: slugName, label: name }))}
              chosen={slugs}
              onChange={setSlugs}
            />
          </div>
          {!hasLocation && <p className="hint">{late.keepLocations}</p>}
        </fieldset>
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={isEmpty}>
            {late.apply}
          </Button>
        </div>
      </form>
    </Dialog>
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
        className="check"
        checked={chosen.includes(value)}
        onChange={(event) =>
          onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
        }
      />
      {label}
    </label>
  ))

const frequencyOf = (text: string): (typeof frequencies)[number] =>
  frequencies.find((one) => String(one) === text) ?? 10
