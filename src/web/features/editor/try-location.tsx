import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { usePlaces } from '../../places/use-places.ts'
import { usePrivateLocations } from '../../places/use-private-locations.ts'
import { lateTexts } from '../../strings/late.ts'
import { listAt } from '../../ui/form/body.ts'
import { Select } from '../../ui/select.tsx'

const textsAt = (body: CheckDraft, path: string): readonly string[] =>
  listAt(body, path).filter((value) => typeof value === 'string')

/** The locations of a check in which it can be tried; by default its first. */
export const locationsOf = (body: CheckDraft): readonly string[] => [
  ...textsAt(body, 'locations'),
  ...textsAt(body, 'privateLocations'),
]

interface TryLocationProps {
  readonly body: CheckDraft
  readonly value: string | undefined
  readonly onChange: (location: string) => void
}

/** In which of its locations a check is tried; nothing where it has one. */
export function TryLocation({ body, value, onChange }: TryLocationProps) {
  const { labelsOf } = usePlaces()
  const privates = new Map(usePrivateLocations().map((one) => [one.value, one.label]))
  const locations = locationsOf(body)
  if (locations.length < 2) return null
  const labels = labelsOf(locations)
  const options = locations.map((one) => ({ value: one, label: privates.get(one) ?? labels.get(one) ?? one }))
  return (
    <Select
      isSmall
      aria-label={lateTexts.editor.tryIn}
      value={value ?? locations[0] ?? ''}
      options={options}
      onChange={onChange}
    />
  )
}
