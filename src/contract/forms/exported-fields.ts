import { checkTypeNames, descriptorOf } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import { checkCreateBodies } from '../resources/check-body.ts'
import { notesOf } from './field-edit.ts'
import { rulesOf } from './fields-of-schema.ts'

/** The export of a check type as code. */
export interface CheckExport {
  readonly construct?: string
  readonly terraform?: string
}

export function checkExport(type: CheckType): CheckExport {
  const { construct, terraform } = descriptorOf(type)
  return { ...(construct !== undefined && { construct }), ...(terraform !== undefined && { terraform }) }
}

/** Where constructs have the fields of checks, with dots; empty: the parts of the field are properties themselves. */
export function constructPlaces(): Readonly<Record<string, string>> {
  const types = checkTypeNames().filter((type) => descriptorOf(type).construct !== undefined)
  const fields = types.flatMap((type) => Object.entries(rulesOf(checkCreateBodies[type]).properties ?? {}))
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const { section, construct = section === undefined && name !== 'request' ? null : name } = notesOf(schema)
      return construct === null ? [] : [[name, construct]]
    }),
  )
}
