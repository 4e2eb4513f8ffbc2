import { CheckGroupV2CreateBodySchema } from '../resources/check-group.ts'
import { sharedCheckFields } from '../resources/check-fields.ts'
import { isInherited } from '../resources/check-settings.ts'
import { firstFields, placedFields } from './check-form.ts'
import type { FormField } from './field-edit.ts'
import { inOrder } from './fields-of-schema.ts'

const scripts = ['setupSnippetId', 'localSetupScript', 'tearDownSnippetId', 'localTearDownScript']

/** The fields of a group that have a place in forms; those that its checks may keep say what stands for that. */
export function groupFields(): readonly FormField[] {
  const { properties } = CheckGroupV2CreateBodySchema
  // The union with FALLBACK has no fields; those of its object are those of a check.
  const { retryStrategy } = sharedCheckFields
  const fields = placedFields({ ...CheckGroupV2CreateBodySchema, properties: { ...properties, retryStrategy } })
  return inOrder(fields, [...firstFields, ...scripts]).map((field) => ({
    ...besideScripts(field),
    ...(isInherited(field.path) && { unset: null }),
    ...(field.path === 'retryStrategy.type' && ({ unset: 'FALLBACK' } as const)),
  }))
}

/** A group has no request: what requests of checks have beside them is with its scripts. */
function besideScripts({ isAdvanced, ...field }: FormField): FormField {
  if (field.section !== 'request' || field.path.startsWith('apiCheckDefaults.'))
    return isAdvanced ? { ...field, isAdvanced } : field
  return { ...field, section: 'scripts' }
}
