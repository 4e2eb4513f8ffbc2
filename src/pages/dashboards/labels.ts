import type { DashboardStatus } from '#storage/dashboards'
import { html } from '../html.ts'
import type { Html } from '../html.ts'

export const statusLabels: { readonly [S in DashboardStatus]: string } = {
  failing: 'Failing',
  degraded: 'Degraded',
  unknown: 'No result',
  passing: 'Passing',
  inactive: 'Paused',
}

const secondMs = 1000

/** As in the interface: `102 ms` or `3.37 s`. */
export const durationText = (ms: number): string =>
  Math.round(ms) < secondMs ? `${Math.round(ms)} ms` : `${Number((ms / secondMs).toFixed(2))} s`

export const percentText = (percent: number): string => `${percent}%`

/** A dash, and text for screen readers, where there is no value. */
export const orNoData = (value: number | null | undefined, format: (value: number) => string): string | Html =>
  value === null || value === undefined
    ? html`<span aria-hidden="true">–</span><span class="unseen">no data</span>`
    : format(value)

/** Minutes matter on the day, days afterwards. All times on a page are UTC. */
export const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** Without the day where it is the day of `at`. */
export const timeSince = (iso: string, at: string): string =>
  iso.slice(0, 10) === at.slice(0, 10) ? `${iso.slice(11, 16)} UTC` : timeText(iso)

const minuteMs = 60_000

/** How long something has lasted, in its two largest units. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return minutes === 0 ? 'less than 1 min' : `${minutes} min`
}
