import { comparisonHelpers } from './comparison-helpers.ts'
import { textOf } from './helper-row.ts'
import type { HelperRow, TemplateContext } from './helper-row.ts'
import { momentAt, readMoment } from './read-moment.ts'
import type { TemplateValue } from './template-tree.ts'

const maxFormatLength = 200

/** One value: the format of now. Two values: a moment (a date or a phrase) and its format, in Day.js tokens, UTC. */
function formatMoment(args: readonly TemplateValue[], context: TemplateContext): string {
  const [first, second] = args
  const moment = args.length < 2 ? momentAt(context.nowMs) : readMoment(first, context.nowMs)
  if (!moment) return 'Invalid Date'
  if (args.length === 0) return moment.toISOString()
  return moment.format(textOf(args.length === 1 ? first : second).slice(0, maxFormatLength))
}

function currentYear(args: readonly TemplateValue[], context: TemplateContext): string {
  return momentAt(context.nowMs).format(textOf(args[0]) === '2' ? 'YY' : 'YYYY')
}

/** The value of the first tag `name:value` or `name=value`, else the fallback. */
function tagValue([tags, name, fallback]: readonly TemplateValue[]): TemplateValue {
  const prefixes = [`${textOf(name)}:`, `${textOf(name)}=`]
  const list = Array.isArray(tags) ? tags.map(textOf) : [textOf(tags)]
  const found = list.find((tag) => prefixes.some((prefix) => tag.startsWith(prefix)))
  return found === undefined ? fallback : found.slice(textOf(name).length + 1)
}

function split([text, separator, index]: readonly TemplateValue[]): TemplateValue {
  const parts = textOf(text).split(textOf(separator))
  return index === undefined ? parts : parts[Number(textOf(index))]
}

function replaceFirst([text, searched, replacement]: readonly TemplateValue[]): string {
  const pattern = textOf(searched)
  return pattern === '' ? textOf(text) : textOf(text).replace(pattern, () => textOf(replacement))
}

const helpers: Readonly<Record<string, HelperRow>> = {
  ...comparisonHelpers,
  $UUID: { least: 0, most: 0, call: (_, context) => context.uuid() },
  $RANDOM_NUMBER: { least: 0, most: 0, call: (_, context) => context.randomNumber() },
  date: { least: 0, most: 2, call: formatMoment },
  moment: { least: 0, most: 2, call: formatMoment },
  year: { least: 0, most: 1, call: currentYear },
  tagValue: { least: 2, most: 3, call: tagValue },
  startsWith: { least: 2, most: 2, call: ([prefix, text]) => textOf(text).startsWith(textOf(prefix)) },
  replace: { least: 2, most: 3, call: replaceFirst },
  split: { least: 2, most: 3, call: split },
  default: { least: 1, most: 20, call: (values) => values.find((value) => textOf(value) !== '') },
}

/** The helper of a name, or undefined. The set is closed. */
export const findHelper = (name: string): HelperRow | undefined =>
  Object.hasOwn(helpers, name) ? helpers[name] : undefined
