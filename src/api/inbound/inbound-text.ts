import { printable } from '#kernel'
import { redactText } from '#redaction'
import { isWebUrl } from '../routes/web-url.ts'

const limits = {
  labels: 64,
  labelName: 255,
  labelValue: 1024,
  annotations: 32,
  annotation: 4096,
  line: 1000,
  link: 2048,
}

export type Fields = Readonly<Record<string, unknown>>

/** The fields of what may be an object. */
export const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** At most so many characters; what was cut ends with an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

/** One line of a stranger, without credentials. */
export const lineOf = (text: string, length = limits.line): string =>
  cut(redactText(printable(text)).replaceAll(/\s+/g, ' ').trim(), length)

/** Labels as Alertmanager understands them: texts, those that are empty left out. */
export const labelsOf = (value: unknown): Record<string, string> =>
  textsOf(value, limits.labels, limits.labelValue, (text) => printable(text))

/** Text that describes an alert, without credentials. */
export const annotationsOf = (value: unknown): Record<string, string> =>
  textsOf(value, limits.annotations, limits.annotation, (text) => redactText(text))

function textsOf(value: unknown, most: number, length: number, clean: (text: string) => string) {
  const texts = Object.entries(fieldsOf(value)).flatMap(([name, text]) =>
    typeof text === 'string' && text !== '' && name !== '' ? [[cut(name, limits.labelName), text] as const] : [],
  )
  return Object.fromEntries(
    texts
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, most)
      .map(([name, text]) => [name, cut(clean(text), length)]),
  )
}

/** The first of these that a browser may open. */
export const linkOf = (...links: readonly unknown[]): string | null =>
  links.find((link): link is string => typeof link === 'string' && link.length <= limits.link && isWebUrl(link)) ?? null

/** Before this and after that, times are typing mistakes, or Go's zero. */
const [earliestMs, latestMs] = [Date.UTC(1990, 0), Date.UTC(2200, 0)]

/** A time in RFC 3339; null for none, and for the zero of Go, which means none. */
export function timeOf(value: unknown): Date | null {
  const ms = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN
  return ms > earliestMs && ms < latestMs ? new Date(ms) : null
}
