const time = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** Formats an ISO 8601 time, for example `21 Nov 2026, 09:30:15 UTC`. Any other string is returned unchanged. */
export const readableTime = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? iso : `${time.format(new Date(iso))} UTC`

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** Formats a duration in seconds by its two largest units, for example `2 h 5 min`. */
export function readableDuration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  const parts = units.flatMap((unit) => {
    const count = Math.floor(left / unit.seconds)
    left -= count * unit.seconds
    return count === 0 ? [] : [`${count} ${unit.name}`]
  })
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ')
}
