import type { TSchema } from 'typebox'
import { checkTypeNames } from '../check-types/index.ts'
import { checkCreateBodies } from '../resources/check-body.ts'
import { sharedCheckFields } from '../resources/check-fields.ts'
import { CheckGroupV2CreateBodySchema } from '../resources/check-group.ts'
import { firstFields } from './check-form.ts'
import { notesOf } from './field-edit.ts'
import { rulesOf, typesOf } from './fields-of-schema.ts'

/** A row of a table of fields in the documents. */
export interface DocumentedField {
  readonly name: string
  /** As in JSON; in words where there is no one value. */
  readonly default: string
  readonly text: string
}

/** The fields of checks of all types that the documents describe. */
export function checkFieldRows(): readonly DocumentedField[] {
  const bodies = checkTypeNames().map((type) => rulesOf(checkCreateBodies[type]).properties ?? {})
  const ofTypes = (name: string) => bodies.flatMap((fields) => fields[name] ?? [])
  const fields: Readonly<Record<string, readonly TSchema[]>> = {
    name: ofTypes('name'),
    ...Object.fromEntries(Object.entries(sharedCheckFields).map(([name, schema]) => [name, [schema]])),
    degradedResponseTime: ofTypes('degradedResponseTime'),
    maxResponseTime: ofTypes('maxResponseTime'),
  }
  return inFormOrder(Object.keys(fields)).flatMap((name) => rowOf(name, fields[name] ?? []))
}

const ruleTexts = {
  REPLACE: 'replaces that of the check; null: the check keeps its own',
  FALLBACK: 'applies if the check has none',
}

/** The fields of groups, and what they do to the checks of the group. */
export function groupFieldRows(): readonly DocumentedField[] {
  const { properties } = CheckGroupV2CreateBodySchema
  return inFormOrder(Object.keys(properties)).flatMap((name) => {
    const schema: TSchema = Reflect.get(properties, name)
    const { inherited } = notesOf(schema)
    return rowOf(name, [schema]).map((row) => (inherited ? { ...row, text: ruleTexts[inherited] } : row))
  })
}

function inFormOrder(names: readonly string[]): readonly string[] {
  const placeOf = (name: string): number => {
    const place = firstFields.findIndex((path) => path === name || path.startsWith(`${name}.`))
    return place < 0 ? firstFields.length : place
  }
  return names.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Nothing for a field without text. */
function rowOf(name: string, schemas: readonly TSchema[]): readonly DocumentedField[] {
  const text = schemas.map((schema) => notesOf(schema).text).find((one) => one !== undefined)
  if (text === undefined) return []
  const defaults = [...new Set(schemas.map(defaultText))]
  return [{ name, default: defaults.length === 1 ? String(defaults[0]) : 'by type', text }]
}

function defaultText(schema: TSchema): string {
  const { default: usual } = rulesOf(schema)
  if (usual === undefined) return typesOf(rulesOf(schema)).includes('array') ? 'none' : ''
  if (typeof usual === 'string') return `\`${JSON.stringify(usual)}\``
  if (Array.isArray(usual)) return 'none'
  return typeof usual === 'object' && usual !== null ? '' : JSON.stringify(usual)
}
