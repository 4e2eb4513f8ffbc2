import type { FormField } from '#contract'
import { lateTexts } from '../strings/late.ts'
import { changesOf, isObject, objectOf } from '../ui/form/body.ts'
import type { Change } from '../ui/form/body.ts'
import { fieldName } from './field-name.ts'
import { hiddenValue, shownValue } from './shown-value.ts'

const words = lateTexts.editor
const { yes, no } = lateTexts.effectiveSettings

/** A change as people read it. */
export interface NamedChange {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The form that is edited, and what it names by numbers. */
export interface NamedBy {
  readonly fields: readonly FormField[]
  readonly channelName: (id: number) => string
}

/** The differences between two bodies of a form, by the labels of its fields; those of lists by their rows. */
export const namedChanges = (before: object, after: object, by: NamedBy): readonly NamedChange[] =>
  changesOf(before, after).flatMap((change) => expanded(change, by))

/** A value that is an object only before or after is shown by the fields of that object. */
function expanded(change: Change, by: NamedBy): readonly NamedChange[] {
  const { path, before, after } = change
  const row = by.fields.find((field) => field.path === path)
  const hasParts = by.fields.some((field) => field.path.startsWith(`${path}.`))
  if (!hasParts || !(isObject(before) || isObject(after))) return named(change, by)
  const inner = changesOf(objectOf(before), objectOf(after), `${path}.`).flatMap((part) => expanded(part, by))
  if (row === undefined) return inner
  const onOrOff = (value: unknown): string => (isObject(value) ? yes : no)
  return [{ name: fieldName(path, by.fields), before: onOrOff(before), after: onOrOff(after) }, ...inner]
}

function named({ path, before, after }: Change, by: NamedBy): readonly NamedChange[] {
  const name = fieldName(path, by.fields)
  if (path === 'alertChannelSubscriptions') return changedChannels(name, before, after, by)
  const lists = [listOf(before), listOf(after)] as const
  if (lists.some((list) => list.some(isObject))) return changedRows(name, ...lists)
  return [{ name, before: shownPart(path, before), after: shownPart(path, after) }]
}

const shownPart = (path: string, value: unknown): string =>
  path.endsWith('.password') && Boolean(value) ? hiddenValue : shownValue(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The rows between those that are the same at the beginning and at the end. */
function changedRows(name: string, before: readonly unknown[], after: readonly unknown[]): readonly NamedChange[] {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && same(before[start], after[start])) start += 1
  let end = 0
  while (end < least - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1
  const [was, is] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return Array.from({ length: Math.max(was.length, is.length) }, (_, place) => ({
    name: words.row(name, start + place + 1),
    before: shownValue(was[place]),
    after: shownValue(is[place]),
  }))
}

/** Without subscriptions, something new is subscribed to all channels; those that are not named are off. */
function changedChannels(name: string, before: unknown, after: unknown, by: NamedBy): readonly NamedChange[] {
  const [was, is] = [before, after].map(activations)
  const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
  return ids
    .filter((id) => (was?.get(id) ?? false) !== (is?.get(id) ?? false))
    .map((id) => ({
      name: `${name}: ${by.channelName(id)}`,
      before: shownValue(was?.get(id) ?? false),
      after: shownValue(is?.get(id) ?? false),
    }))
}

const activations = (subscriptions: unknown): ReadonlyMap<number, boolean> =>
  new Map(
    listOf(subscriptions)
      .map(objectOf)
      .map(({ alertChannelId, activated }) => [Number(alertChannelId), activated === true] as const),
  )
