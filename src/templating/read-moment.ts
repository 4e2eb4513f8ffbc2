import dayjs from 'dayjs'
import type { Dayjs, ManipulateType } from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import utc from 'dayjs/plugin/utc.js'
import weekOfYear from 'dayjs/plugin/weekOfYear.js'
import weekYear from 'dayjs/plugin/weekYear.js'
import type { TemplateValue } from './template-tree.ts'

for (const plugin of [utc, advancedFormat, localizedFormat, isoWeek, weekOfYear, weekYear]) dayjs.extend(plugin)

const units = 'second|sec|minute|min|hour|day|week|month|year'
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const shortUnits: Readonly<Record<string, ManipulateType>> = { sec: 'second', min: 'minute' }
const fullUnits: readonly ManipulateType[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']

const amountAndUnit = `(\\d{1,6}|an?|${numberWords.join('|')}) (${units})s?`
const agoPhrase = new RegExp(`^${amountAndUnit} ago$`)
const inPhrase = new RegExp(`^in ${amountAndUnit}$`)
const fromNowPhrase = new RegExp(`^${amountAndUnit} from now$`)
const neighbourPhrase = new RegExp(`^(last|next) (${units}|${weekdays.join('|')})$`)
const maxTextLength = 100
const secondsBelow = 100_000_000_000

/**
 * Reads a moment in UTC: epoch seconds or milliseconds, an absolute date, or a phrase such as "yesterday",
 * "2 days ago", "in 3 hours", "last week", "next monday". Phrases keep the time of day. Null when it is none of them.
 */
export function readMoment(value: TemplateValue, nowMs: number): Dayjs | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > maxTextLength) return null
  if (/^-?\d{5,16}$/.test(text.trim())) return momentOfNumber(Number(text))
  const spoken = readPhrase(text.trim().toLowerCase().replaceAll(/\s+/g, ' '), dayjs.utc(nowMs))
  if (spoken) return spoken
  const absolute = dayjs.utc(text)
  return absolute.isValid() ? absolute : null
}

const momentOfNumber = (value: number): Dayjs | null => {
  const moment = dayjs.utc(Math.abs(value) < secondsBelow ? value * 1000 : value)
  return moment.isValid() ? moment : null
}

/** The moment `nowMs` in UTC. */
export const momentAt = (nowMs: number): Dayjs => dayjs.utc(nowMs)

const dayPhrases: Readonly<Record<string, number>> = { now: 0, today: 0, yesterday: -1, tomorrow: 1 }

function readPhrase(phrase: string, now: Dayjs): Dayjs | null {
  const days = Object.hasOwn(dayPhrases, phrase) ? dayPhrases[phrase] : undefined
  if (days !== undefined) return now.add(days, 'day')
  const [, agoAmount, agoUnit] = agoPhrase.exec(phrase) ?? []
  if (agoUnit !== undefined) return now.subtract(amountOf(agoAmount), unitOf(agoUnit))
  const [, aheadAmount, aheadUnit] = inPhrase.exec(phrase) ?? fromNowPhrase.exec(phrase) ?? []
  if (aheadUnit !== undefined) return now.add(amountOf(aheadAmount), unitOf(aheadUnit))
  return readNeighbour(phrase, now)
}

function readNeighbour(phrase: string, now: Dayjs): Dayjs | null {
  const [, word, what] = neighbourPhrase.exec(phrase) ?? []
  if (what === undefined) return null
  const direction = word === 'last' ? -1 : 1
  const weekday = weekdays.indexOf(what)
  if (weekday === -1) return now.add(direction, unitOf(what))
  const distance = ((weekday - now.day()) * direction + 7) % 7 || 7
  return now.add(distance * direction, 'day')
}

function amountOf(text = ''): number {
  if (text === 'a' || text === 'an') return 1
  const word = numberWords.indexOf(text)
  return word === -1 ? Number(text) : word
}

const unitOf = (text = ''): ManipulateType => shortUnits[text] ?? fullUnits.find((unit) => unit === text) ?? 'day'
