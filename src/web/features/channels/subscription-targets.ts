import type { Answer } from '../../api/operations.ts'
import type { State } from '../../ui/status.tsx'
import { checkSubscriber, groupSubscriber } from './subscriptions.ts'
import type { Subscriber } from './subscriptions.ts'

type Groups = readonly Answer<'listCheckGroups'>['items'][number][]
type Checks = Answer<'listCheckCells'>['cells']

/** A check or a group that can subscribe to a channel. */
export interface Target {
  readonly subscriber: Subscriber
  readonly id: string
  readonly name: string
  /** Null: a group. */
  readonly state: State | null
  readonly groupId: number | null
  readonly groupName: string
}

/** The groups, then the checks. */
export function targetsOf(groups: Groups, checks: Checks): readonly Target[] {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  return [
    ...groups.map(({ id, name }) => ({
      subscriber: groupSubscriber(id),
      id: String(id),
      name,
      state: null,
      groupId: null,
      groupName: '',
    })),
    ...checks.map(({ id, name, state, groupId }) => ({
      subscriber: checkSubscriber(id),
      id,
      name,
      state,
      groupId,
      groupName: groupId === null ? '' : (names.get(groupId) ?? ''),
    })),
  ]
}

/** Those whose name or group contains a text. */
export function matchingTargets(targets: readonly Target[], text: string): readonly Target[] {
  const wanted = text.trim().toLowerCase()
  return targets.filter(
    ({ name, groupName }) =>
      wanted === '' || name.toLowerCase().includes(wanted) || groupName.toLowerCase().includes(wanted),
  )
}
