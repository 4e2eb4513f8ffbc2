import type { FormField } from '#contract'
import { checkForms } from '../forms/check-forms.ts'
import { lateTexts } from '../strings/late.ts'

const words = lateTexts.editor
type Labels = Readonly<Partial<Record<string, string>>>

/** The label of a row of a form; one that says how another field applies begins with that one. */
export function labelOfField({ label, of }: Pick<FormField, 'label' | 'of'>, labels: Labels = words.fields): string {
  const name = labels[label] ?? label
  return of === undefined ? name : `${labels[of] ?? of}: ${name}`
}

/** The labels of the rows of a form, by their paths. */
export const labelsOfFields = (fields: readonly FormField[]): Labels =>
  Object.fromEntries(fields.map((field) => [field.path, labelOfField(field)]))

/** Fields that are not rows of a form. */
const others: Labels = {
  'request.assertions': words.assertions,
  useGlobalAlertSettings: words.useGlobal,
  alertChannelSubscriptions: words.channels,
  alertSettings: words.alerts,
  retryStrategy: words.fields.type,
  scriptPath: words.file.path,
}

/** The parts of values that one control edits. */
const parts: Labels = {
  ...lateTexts.heartbeat.limits,
  key: words.fields.key,
  value: words.fields.value,
  username: words.username,
  password: words.password,
  expression: lateTexts.heartbeat.schedule.expression,
  timezone: lateTexts.heartbeat.schedule.zone,
  path: words.file.path,
  content: words.file.content,
  locked: words.variable.LOCKED,
  secret: words.variable.SECRET,
}

/** The name of a part of a value, for example of a password. */
export const partName = (name: string): string => parts[name] ?? name

/** The row of a path in a form, or in that of another type: the JSON of a check takes the fields of all. */
const rowAt = (path: string, fields: readonly FormField[]): FormField | undefined =>
  fields.find((one) => one.path === path) ?? everyField.find((one) => one.path === path)

const everyField = Object.values(checkForms).flatMap(({ fields }) => fields)

/** The name of the field at a path as the form has it; the path of one that no form has. */
export function fieldName(path: string, fields: readonly FormField[]): string {
  const row = rowAt(path, fields)
  if (row) return labelOfField(row)
  if (others[path] !== undefined) return others[path]
  const end = path.lastIndexOf('.')
  const parent = end < 0 ? undefined : fieldName(path.slice(0, end), fields)
  return parent === undefined || parent === path.slice(0, end) ? path : `${parent}: ${partName(path.slice(end + 1))}`
}
