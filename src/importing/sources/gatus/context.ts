import type { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { scheduleOf } from '../../counterparts/schedule.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { Channels } from './channels.ts'
import type { LiveState } from './live-states.ts'

export interface Context {
  readonly draft: Draft
  readonly channels: Channels
  readonly groups: NamedGroups
  readonly location: string
  /** By groups and names. */
  readonly states: ReadonlyMap<string, LiveState>
}

export const named = (group: string | null, name: string): string => (group === null ? name : `${group}/${name}`)

/** The schedule of a check; its fate is reported. */
export function scheduleFrom(fields: SourceFields, usual: number, shortest: 10 | 60) {
  const seconds = secondsOf(fields.text('interval')) ?? usual
  const schedule = scheduleOf(seconds, shortest)
  if (schedule.note === null) fields.exact('interval')
  else if (fields.has('interval')) fields.approximated('interval', schedule.note)
  return { schedule: schedule.fields, seconds }
}

/** Labels as tags `key:value`. */
export function tagsFrom(fields: SourceFields): { readonly tags?: readonly string[] } {
  const labels = Object.entries(Object(fields.value('extra-labels')))
  if (labels.length === 0) return {}
  fields.exact('extra-labels')
  return { tags: labels.map(([key, value]) => `${key}:${String(value)}`.slice(0, 255)).slice(0, 100) }
}
