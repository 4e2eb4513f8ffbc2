import { describe, expect, it } from 'vitest'
import type { FormField } from '#contract'
import { alertSettingsFields, checkForms, groupFields } from '../forms/check-forms.ts'
import { withValue } from '../ui/form/body.ts'
import { namedChanges } from './named-changes.ts'

const forms: readonly (readonly [string, readonly FormField[]])[] = [
  ...Object.entries(checkForms).map(([type, { fields }]) => [type, [...fields, ...alertSettingsFields]] as const),
  ['group', [...groupFields, ...alertSettingsFields]],
]
const by = (fields: readonly FormField[] = []) => ({ fields, channelName: (id: number) => `Channel ${id}` })
const changes = (before: object, after: object, fields: readonly FormField[] = checkForms.API.fields) =>
  namedChanges(before, after, by(fields)).map(({ name, before: was, after: is }) => [name, was, is])

const assertions = [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200' }]
const values: Readonly<Partial<Record<FormField['control'], unknown>>> = {
  variables: [{ key: 'A', value: 'a', locked: false, secret: false }],
  files: [{ path: './a.js', content: 'a' }],
  assertions,
  metricLimits: [{ name: 'rows', unit: 'rows', failedBelow: 3 }],
  jobSchedule: { expression: '0 2 * * *', timezone: 'Europe/Berlin' },
  credentials: { username: 'a', password: 'b' },
  list: ['a'],
  texts: ['a'],
}

/** A value that the control of a field could give, with every part of a row. */
const edited = ({ control, parts = [] }: FormField): unknown =>
  control === 'records' ? [Object.fromEntries(parts.map(({ name }) => [name, 'a']))] : (values[control] ?? 'a')

const isPath = (name: string): boolean => /^[a-z][A-Za-z\d]*(?:\.\w+)*$|\w\.\w/.test(name)

describe('changes of a form', () => {
  it.each(forms)('are named by the label of each field, never by its path: %s', (_type, fields) => {
    const paths = fields.map((field) => {
      const found = namedChanges({}, withValue({}, field.path, edited(field)), by(fields))
      return found.length === 0 ? [field.path] : found.map(({ name }) => name).filter(isPath)
    })
    expect(paths.flat()).toEqual([])
  })

  it('are the rows of a list that differ, between those that stay', () => {
    const header = (value: string) => ({ key: 'X-Try', value })
    const body = (...headers: object[]) => ({ request: { headers } })
    expect(changes(body(header('1'), header('2')), body(header('1'), header('3')))).toEqual([
      ['Headers, row 2', 'X-Try: 2', 'X-Try: 3'],
    ])
    expect(changes(body(header('1'), header('2')), body(header('2')))).toEqual([['Headers, row 1', 'X-Try: 1', '–']])
    expect(changes({}, { request: { assertions } })).toEqual([['Assertions, row 1', '–', 'Status code equals 200']])
    const heartbeat = { metricLimits: [{ name: 'rows', unit: null, failedBelow: 3 }] }
    expect(changes({}, { heartbeat }, checkForms.HEARTBEAT.fields)).toEqual([
      ['Limits of metrics, row 1', '–', 'Metric: rows, Failing below: 3'],
    ])
  })

  it('show an object that is new or gone by the fields of it', () => {
    const retryStrategy = { type: 'LINEAR', maxRetries: 2 }
    expect(changes({ retryStrategy: null }, { retryStrategy })).toEqual([
      ['Max retries', '–', '2'],
      ['Retry strategy', '–', 'Linear backoff'],
    ])
    const intent = { goal: 'Sell', requiredOutcomes: ['Cart', 'Paid'] }
    expect(changes({ intent }, { intent: null })).toEqual([
      ['State the purpose of the check', 'Yes', 'No'],
      ['Goal', 'Sell', '–'],
      ['Required outcomes', 'Cart, Paid', '–'],
    ])
  })

  it('show no password and no hidden value', () => {
    const secret = { key: 'TOKEN', value: 'hush', locked: true, secret: false }
    const basicAuth = { username: 'ann', password: 'hush' }
    const found = [
      ...changes({}, { environmentVariables: [secret] }),
      ...changes({ request: { basicAuth: null } }, { request: { basicAuth } }),
      ...changes({ request: { basicAuth } }, { request: { basicAuth: { ...basicAuth, password: 'other' } } }),
    ]
    expect(found).toEqual([
      ['Environment variables, row 1', '–', 'TOKEN: •••'],
      ['Basic authentication', '–', 'Username: ann, Password: •••'],
      ['Basic authentication: Password', '•••', '•••'],
    ])
  })

  it('name channels, of which those that are not listed are off', () => {
    const of = (...ids: number[]) => ({
      alertChannelSubscriptions: ids.map((alertChannelId) => ({ alertChannelId, activated: alertChannelId < 9 })),
    })
    expect(changes(of(1, 2), of(2, 3, 9))).toEqual([
      ['Alert channels: Channel 1', 'Yes', 'No'],
      ['Alert channels: Channel 3', 'No', 'Yes'],
    ])
  })
})
