import type { MaintenanceWindow, PreviewBody, WindowBody } from './api.ts'
import { instantOf, laterBy, wallTimeOf } from './wall-time.ts'

export type Scope = 'NONE' | 'TAGS' | 'ALL'
export type RepeatChoice = 'NEVER' | 'DAY' | 'WEEK' | 'MONTH'
export type Visibility = Required<NonNullable<WindowBody['statusPageVisibility']>>

/** A window as its form edits it: times are those of clocks in its zone. */
export interface WindowDraft {
  readonly name: string
  readonly description: string
  readonly starts: string
  readonly ends: string
  readonly zone: string
  readonly repeat: RepeatChoice
  readonly interval: string
  /** The last day; empty: no end. */
  readonly until: string
  readonly pauses: Scope
  readonly tags: readonly string[]
  readonly silences: Scope
  readonly silenceTags: readonly string[]
  readonly notifies: boolean
  readonly visibility: Visibility
}

const hiddenWindow: Visibility = {
  enabled: false,
  severity: null,
  affectAllServices: false,
  suppressAutoIncidents: false,
  notifyOnStart: false,
  notifyOnEnd: false,
  reminderMinutesBefore: [],
  autoStart: true,
  autoEnd: true,
  showAffectedServices: true,
  statusPageIds: [],
  serviceIds: [],
}

/** A new window of an hour from the next full hour on, which silences by tag. */
export function newDraft(nowMs: number, zone: string, given: Partial<WindowDraft>): WindowDraft {
  const starts = given.starts ?? laterBy(`${wallTimeOf(zone, nowMs).slice(0, 13)}:00`, minutesOfHour)
  return {
    name: '',
    description: '',
    starts,
    ends: laterBy(starts, minutesOfHour),
    zone,
    repeat: 'NEVER',
    interval: '1',
    until: '',
    pauses: 'NONE',
    tags: [],
    silences: 'TAGS',
    silenceTags: [],
    notifies: true,
    visibility: hiddenWindow,
    ...given,
  }
}

const minutesOfHour = 60

export function draftOf(window: MaintenanceWindow): WindowDraft {
  const zone = window.timezone ?? 'UTC'
  return {
    name: window.name,
    description: window.description ?? '',
    starts: wallTimeOf(zone, window.startsAt),
    ends: wallTimeOf(zone, window.endsAt),
    zone,
    repeat: window.repeatUnit ?? 'NEVER',
    interval: String(window.repeatInterval ?? 1),
    until: window.repeatEndsAt?.slice(0, 10) ?? '',
    pauses: scopeOf(window.pauseAllChecks, window.tags),
    tags: window.tags,
    silences: scopeOf(window.silenceAllAlerts, window.silenceAlertsTags),
    silenceTags: window.silenceAlertsTags,
    notifies: window.notifyAfterEnd,
    visibility: window.statusPageVisibility,
  }
}

const scopeOf = (isAll: boolean, tags: readonly string[]): Scope => (isAll ? 'ALL' : tags.length > 0 ? 'TAGS' : 'NONE')

/** The body for the service; times that are not there are left for it to reject. */
export function bodyOf(draft: WindowDraft): WindowBody {
  const { zone, starts, ends, pauses, silences } = draft
  return {
    name: draft.name,
    description: draft.description === '' ? null : draft.description,
    startsAt: instantOf(zone, starts) ?? starts,
    endsAt: instantOf(zone, ends) ?? ends,
    timezone: zone === 'UTC' ? null : zone,
    ...recurrenceIn(draft),
    tags: pauses === 'TAGS' ? [...draft.tags] : [],
    pauseAllChecks: pauses === 'ALL',
    silenceAlertsTags: silences === 'TAGS' ? [...draft.silenceTags] : [],
    silenceAllAlerts: silences === 'ALL',
    notifyAfterEnd: draft.notifies,
    statusPageVisibility: draft.visibility,
  }
}

const recurrenceIn = ({ repeat, interval, until }: WindowDraft) =>
  repeat === 'NEVER'
    ? { repeatUnit: null, repeatInterval: null, repeatEndsAt: null }
    : { repeatUnit: repeat, repeatInterval: Number(interval), repeatEndsAt: until === '' ? null : until }

/** The body of a preview; null while the service would reject it. */
export function previewBodyOf(draft: WindowDraft): PreviewBody | null {
  const { zone, starts, ends, repeat, interval } = draft
  const [from, to] = [instantOf(zone, starts), instantOf(zone, ends)]
  const isInterval = repeat === 'NEVER' || /^[1-9]\d{0,2}$/.test(interval)
  if (from === null || to === null || to < from || !isInterval) return null
  const { name: _name, description: _description, notifyAfterEnd: _notifies, ...body } = bodyOf(draft)
  return body
}
