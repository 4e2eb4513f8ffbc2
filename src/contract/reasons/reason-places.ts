import { phraseGroups } from './phrases.ts'
import type { PhrasePlace } from './phrases.ts'

/** The kind of each place: a number with its unit, a word without a space, a code of an error, or another reason. */
export const reasonPlaces = {
  bits: 'bits',
  bytes: 'bytes',
  added: 'number',
  count: 'number',
  countBefore: 'number',
  days: 'days',
  exitCode: 'number',
  failed: 'number',
  gibibytes: 'GiB',
  hop: 'number',
  hours: 'hours',
  httpStatus: 'number',
  httpStatusBefore: 'number',
  keyBits: 'bits',
  limit: 'number',
  megabytes: 'MB',
  milliseconds: 'ms',
  millisecondsBefore: 'ms',
  minutes: 'minutes',
  others: 'number',
  percent: 'percent',
  percentBefore: 'percent',
  percentile: 'number',
  port: 'number',
  removed: 'number',
  seconds: 'seconds',
  total: 'number',
  address: 'word',
  analysed: 'word',
  analysedHost: 'word',
  channel: 'word',
  comparisonName: 'word',
  family: 'word',
  headerName: 'word',
  host: 'word',
  icmpCode: 'word',
  icmpType: 'word',
  jsonPath: 'word',
  protocol: 'word',
  runtime: 'word',
  slackError: 'word',
  endpoint: 'word',
  errorCode: 'code',
  authority: 'reason',
  names: 'reason',
  reason: 'reason',
} as const

type Kinds = typeof reasonPlaces
export type PlaceKind = Kinds[keyof Kinds] | 'text'

/** A place without a row stands for text. */
export const kindOfPlace = (place: string): PlaceKind => (isKnown(place) ? reasonPlaces[place] : 'text')

/** Whether texts of a kind are written with digits. */
export const isNumeric = (kind: PlaceKind): boolean => !['word', 'code', 'reason', 'text'].includes(kind)

const isKnown = (place: string): place is keyof Kinds => Object.hasOwn(reasonPlaces, place)

/** The phrases that may stand in a place; null where it takes no phrase. */
export const phrasesOf = (place: string): Readonly<Record<string, string>> | null =>
  isPhrasePlace(place) ? phraseGroups[place] : null

const isPhrasePlace = (place: string): place is PhrasePlace => Object.hasOwn(phraseGroups, place)

type Textual = 'word' | 'code' | 'reason' | 'text'
type Text = string | number | bigint
/** The value of a place. */
export type PlaceValue<P extends string> = P extends keyof Kinds ? (Kinds[P] extends Textual ? Text : number) : Text
