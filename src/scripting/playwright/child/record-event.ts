import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserEvent } from '../messages.ts'

const eventsFile = path.resolve('browser-events.jsonl')
const maxEvents = 10_000
const maxText = 10_000
let events = 0

export const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

/** Adds an event to the result of the run, up to a limit. */
export function recordEvent(event: BrowserEvent): void {
  events += 1
  if (events <= maxEvents) appendFileSync(eventsFile, `${JSON.stringify(event)}\n`)
}
