import type { DriftEntry } from '#contract'
import { useOperation } from '../api/use-operation.ts'
import { lateTexts } from '../strings/late.ts'
import { FieldChanges } from '../ui/form/change-list.tsx'
import { shownChange } from './shown-change.ts'

const words = lateTexts.projects

/** A resource that a project owns. */
export interface OwnedResource {
  readonly projectLogicalId: string
  readonly type: 'alert-channel' | 'check' | 'check-group' | 'maintenance-window' | 'status-page'
  readonly id: string | number
}

/** The fields of a resource that people changed since it was deployed, and their values; nothing if they changed none. */
export function ChangedByHand({ projectLogicalId, type, id }: OwnedResource) {
  const input = { params: { projectLogicalId }, query: { type, physicalId: String(id) } }
  const { data } = useOperation('getProjectDrift', input)
  const drift = data?.drift ?? []
  if (drift.length === 0) return null
  const changes = drift.flatMap((entry) => entry.changes ?? []).map(shownChange)
  const summary = words.changedByHand(partsOf(drift).join(', '))
  if (changes.length === 0) return <p>{summary}</p>
  return (
    <details>
      <summary>{summary}</summary>
      <FieldChanges changes={changes} label={words.values} />
    </details>
  )
}

/** The fields of the resource by their names, and what is gone of those that belong to it. */
const partsOf = (drift: readonly DriftEntry[]): string[] => [...new Set(drift.flatMap(partsOfEntry))]

function partsOfEntry({ type, action, changes }: DriftEntry): string[] {
  if (action === 'DELETE') return [type === 'alert-channel-subscription' ? words.unsubscribed : words.unassigned]
  return changes?.map((change) => shownChange(change).path) ?? [words.anything]
}
