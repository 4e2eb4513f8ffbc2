import type { TSchema } from 'typebox'
import { descriptorOf, isInboundType } from '../check-types/index.ts'
import type { CheckType, CheckTypeDescriptor } from '../check-types/index.ts'
import { AlertSettingsSchema } from '../resources/alert-settings.ts'
import { CheckDefaultsSchema } from '../resources/account-defaults.ts'
import { checkCreateBody } from '../resources/check-body.ts'
import { notesOf } from './field-edit.ts'
import type { FormField, FormSection, TypeForm } from './field-edit.ts'
import { fieldsOf, fieldsOfSchema, inOrder, rulesOf } from './fields-of-schema.ts'

/** The form of a check type. */
export interface CheckForm extends Pick<TypeForm, 'start' | 'properties'> {
  readonly fields: readonly FormField[]
  readonly sources: readonly string[]
}

/** The first fields of every form. */
export const firstFields = [
  'name',
  'activated',
  'muted',
  'tags',
  'groupId',
  'description',
  'frequency',
  'frequencyOffset',
  'frequencyWhileFailing',
  'locations',
  'privateLocations',
  'runParallel',
  'concurrency',
  'degradedResponseTime',
  'maxResponseTime',
  'rollingResponseTime',
  'rollingResponseTime.statistic',
  'rollingResponseTime.runs',
  'rollingResponseTime.degradedResponseTime',
  'degradedPacketLossThreshold',
  'maxPacketLossThreshold',
  'shouldFail',
  'retryStrategy.type',
  'retryStrategy.baseBackoffSeconds',
  'retryStrategy.maxRetries',
  'retryStrategy.maxDurationSeconds',
]

/** The sections of checks that wait for pings. */
const ofInbound: ReadonlySet<string | undefined> = new Set<FormSection>(['general', 'pings', 'alerts'])

/** The fields that the create body of the type has a place in forms for, what a new check begins with, its assertions. */
export function checkForm(type: CheckType): CheckForm {
  const descriptor = descriptorOf(type)
  const { form, sources, code = '', defaultRetryStrategy, subMinute, leastFrequency = 1 } = descriptor
  const isScheduled = !isInboundType(type)
  const placed = placedFields(checkCreateBody(type, { relaxed: false }), code)
  const found = placed.filter(
    ({ path, section }) => !isLeftOut(path, descriptor) && (isScheduled || ofInbound.has(section)),
  )
  const least = subMinute === true ? 0 : leastFrequency
  const fields = inOrder(found, [...firstFields, ...(form.order ?? [])]).map((field) =>
    ofType(field, least, isScheduled),
  )
  return {
    start: {
      ...(isScheduled && { locations: ['eu-west-1'] }),
      ...(isScheduled && defaultRetryStrategy && { retryStrategy: defaultRetryStrategy }),
      ...form.start,
    },
    fields,
    sources: form.sources ?? sources,
    ...(form.properties && { properties: form.properties }),
  }
}

/** Whether a field that every type has means nothing for this one. */
function isLeftOut(path: string, { retriesItself, limits, isLimitedByPacketLoss }: CheckTypeDescriptor): boolean {
  if (path.startsWith('retryStrategy.')) return retriesItself === true
  return path.startsWith('rollingResponseTime') && (limits === null || isLimitedByPacketLoss === true)
}

/** A field as the form of a type has it, by the shortest frequency of the type and whether the service runs it. */
function ofType(field: FormField, least: number, isScheduled: boolean): FormField {
  const { control, path, options } = field
  if (path === 'activated' && !isScheduled) return { ...field, label: 'expectsPings' }
  if (path === 'frequencyWhileFailing' && options)
    return { ...field, options: options.filter((seconds) => Number(seconds) >= least * 60) }
  if (control !== 'frequency' || !options) return field
  return { ...field, options: options.filter((minutes) => Number(minutes) >= least) }
}

/** The fields that new checks of an account can begin with. */
export const checkDefaultsFields = (): readonly FormField[] =>
  inOrder(placedFields(CheckDefaultsSchema), firstFields).map(({ isAdvanced: _folded, ...field }) => field)

/** The fields of the alert settings of an account, a group or a check. */
export const alertSettingsFields = (): readonly FormField[] => fieldsOfSchema(AlertSettingsSchema, ['alertSettings'])

/** The fields of a body that say in which section they are, and those of its request: for all kinds of code, or one. */
export function placedFields(body: TSchema, code?: string): FormField[] {
  const { properties = {}, required = [] } = rulesOf(body)
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (name === 'request') return fieldsOfSchema(schema, [name], { section: name })
    const { section, code: codes } = notesOf(schema)
    if (section === undefined || (code !== undefined && codes?.includes(code) === false)) return []
    return fieldsOf(schema, [name], required.includes(name) ? { isRequired: true } : {})
  })
}
