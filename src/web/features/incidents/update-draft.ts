import type { IncidentStatus } from '#contract'
import { now } from '../../time/page-time.ts'
import type { PostedUpdate } from './api.ts'
import { instantOf, localOf } from './local-time.ts'

/** An update as somebody writes it. */
export interface UpdateDraft {
  readonly status: IncidentStatus
  readonly description: string
  readonly notifySubscribers: boolean
  /** In the form of a field for date and time; null: when it is posted. */
  readonly at: string | null
}

export const draftOf = (status: IncidentStatus): UpdateDraft => ({
  status,
  description: '',
  notifySubscribers: true,
  at: null,
})

/** With another time, or with the moment at which it is posted. */
export const withTime = (draft: UpdateDraft, isOther: boolean): UpdateDraft => ({
  ...draft,
  at: isOther ? localOf(now()) : null,
})

/** The body of an update that so many subscribers may get; a time that is none is left to the service to reject. */
export const postedOf = ({ at, ...update }: UpdateDraft, recipients: number | null): PostedUpdate => ({
  ...update,
  notifySubscribers: update.notifySubscribers && recipients !== 0,
  ...(at !== null && { publicIncidentUpdateDate: instantOf(at) ?? at }),
})
