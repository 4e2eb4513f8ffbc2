import { isFields } from '#contract'
import type { PropertyDrift } from '#contract'
import { lateTexts } from '../strings/late.ts'

const words = lateTexts.projects

/** A change by hand as it is shown: words in place of secrets and of long texts. */
export interface ShownChange {
  /** For example `request.headers.0.value`. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

export const shownChange = ({ path, before, after }: PropertyDrift): ShownChange => ({
  path: path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.'),
  before: shown(before, { secret: words.secret, text: words.longText }),
  after: shown(after, { secret: words.anotherSecret, text: words.anotherText }),
})

interface Words {
  readonly secret: string
  readonly text: string
}

function shown(value: unknown, names: Words): unknown {
  if (value === null || value === undefined || value === '') return words.nothing
  if (!isFields(value)) return Array.isArray(value) ? value.map((item: unknown) => shownPart(item, names)) : value
  return shownPart(value, names)
}

function shownPart(value: unknown, names: Words): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shownPart(item, names))
  if (!isFields(value)) return value
  if ('$masked' in value) return value['$masked'] === 'same' ? words.secret : names.secret
  if ('$hash' in value) return names.text
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownPart(part, names)]))
}
