import { lateTexts } from '../strings/late.ts'
import { isObject, objectOf } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'
import { partName } from './field-name.ts'

const { choices, retries } = lateTexts.editor
const { yes, no } = lateTexts.effectiveSettings
const { sources, comparisons } = lateTexts.assertion
const named: Readonly<Partial<Record<string, string>>> = { ...choices, ...retries, ...sources, ...comparisons }
const longest = 120
const nothing = '–'
export const hiddenValue = '•••'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of a field as people read it, cut when it is long. Passwords and hidden values are not shown. */
export const shownValue = (value: unknown): string => textOf(value).slice(0, longest)

function textOf(value: unknown): string {
  if (isEmpty(value)) return nothing
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'string' || typeof value === 'number') return named[String(value)] ?? String(value)
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return isObject(value) ? textOfParts(objectOf(value)) : nothing
}

const isHidden = ({ locked, secret }: Body): boolean => locked === true || secret === true

function textOfParts(row: Body): string {
  const { key, value, source, property, comparison, target } = row
  if (source !== undefined && comparison !== undefined)
    return [source, property, comparison, target]
      .filter((part) => !isEmpty(part))
      .map(textOf)
      .join(' ')
  if (typeof key === 'string' && 'value' in row) return `${key}: ${isHidden(row) ? hiddenValue : textOf(value)}`
  return Object.entries(row)
    .filter(([, part]) => !isEmpty(part))
    .map(([name, part]) => `${partName(name)}: ${name === 'password' ? hiddenValue : textOf(part)}`)
    .join(', ')
}
