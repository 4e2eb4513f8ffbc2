import { beforeAll, expect, test } from 'vitest'
import type { CheckType, FieldProblem } from '#contract'
import { Fault } from '#kernel'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck } from './index.ts'
import { newCaller, storeOn } from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
const request = (more: object) => ({ name: 'api', request: { method: 'GET', url: 'https://example.com', ...more } })

async function problemsOf(checkType: CheckType, body: object): Promise<readonly FieldProblem[]> {
  const caller = await newCaller(store)
  const made = createCheck(store, caller, { checkType, body: body as CheckInput, autoAssignAlerts: true })
  const fault = await made.catch((error: unknown) => error)
  return fault instanceof Fault ? fault.problems : []
}

test.each<[CheckType, object, FieldProblem]>([
  [
    'TCP',
    { ...tcp, frequency: 1, frequencyOffset: 11 },
    { path: 'frequencyOffset', rule: 'range', parameters: { minimum: 1, maximum: 10 } },
  ],
  ['TCP', { ...tcp, frequency: 0 }, { path: 'frequencyOffset', rule: 'enum', parameters: { allowed: [10, 20, 30] } }],
  [
    'TCP',
    { ...tcp, degradedResponseTime: 2, maxResponseTime: 1 },
    { path: 'degradedResponseTime', rule: 'notAbove', parameters: { field: 'maxResponseTime' } },
  ],
  [
    'API',
    request({ assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: 'two hundred' }] }),
    { path: 'request.assertions[0].target', rule: 'type', parameters: { types: ['number'] } },
  ],
  [
    'API',
    request({ responseSchema: { schema: { items: { $ref: 'https://schemas.example/order' } } } }),
    {
      path: 'request.responseSchema.schema.items.$ref',
      rule: 'jsonSchema',
      parameters: { detail: expect.stringContaining('nothing is fetched') },
    },
  ],
  [
    'API',
    request({ url: '{{nothing 1}}' }),
    {
      path: 'request.url',
      rule: 'template',
      parameters: { detail: 'There is no helper with the name "nothing".' },
    },
  ],
  ['TCP', { ...tcp, groupId: 999_999 }, { path: 'groupId', rule: 'reference', parameters: { value: 999_999 } }],
  [
    'TCP',
    { ...tcp, privateLocations: ['office'] },
    { path: 'privateLocations', rule: 'reference', parameters: { value: 'office' } },
  ],
  [
    'HEARTBEAT',
    { name: 'job', heartbeat: { period: 1, periodUnit: 'seconds', grace: 0, graceUnit: 'seconds' } },
    {
      path: 'heartbeat.period',
      rule: 'duration',
      parameters: { minimumSeconds: 30, maximumSeconds: 31_536_000 },
    },
  ],
])('a %s check %j is refused with the rule that its field violates', async (checkType, body, problem) => {
  expect(await problemsOf(checkType, body)).toEqual([problem])
})
