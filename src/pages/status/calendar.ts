import type { PublicMaintenance } from '#publishing'
import { eventPath } from './events.ts'
import type { PageUrls } from './page-urls.ts'

/** The maintenances of a page as a calendar (RFC 5545). */
export function writeCalendar(name: string, urls: PageUrls, maintenances: readonly PublicMaintenance[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Belfry//Status page//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...maintenances.flatMap((maintenance) => eventLines(maintenance, urls)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(maintenance: PublicMaintenance, urls: PageUrls): string[] {
  const { id, name, description, services, status, startsAt, endsAt, announcedAt, updates } = maintenance
  const changedAt = updates[0]?.at ?? announcedAt
  const about = [description, services.join(', ')].filter(Boolean).join('\n')
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${instant(changedAt)}`,
    `DTSTART:${instant(startsAt)}`,
    `DTEND:${instant(endsAt)}`,
    `SUMMARY:${escaped(name)}`,
    ...(about === '' ? [] : [`DESCRIPTION:${escaped(about)}`]),
    `URL:${urls.origin}${eventPath({ ...urls, ending: '' }, maintenance)}`,
    `STATUS:${status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const instant = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Section 3.3.11, without control characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')

const lineBytes = 73

/** Section 3.1: lines have at most 75 octets, and never break within a character. */
function folded(line: string): string {
  let [text, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytes) {
      text += '\r\n '
      bytes = 0
    }
    text += character
    bytes += size
  }
  return text
}
