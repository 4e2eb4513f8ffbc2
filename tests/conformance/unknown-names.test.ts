import { beforeAll, describe, expect, it } from 'vitest'
import { unknownNamesOf, validatorOf } from '#validation'
import { operations, routedCheckTypes } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { exampleCall } from './example-call.ts'
import { exampleOf } from './example-of.ts'
import { examples } from './examples.ts'
import { misspelt, misspeltValues } from './misspelt.ts'
import { publicOperations } from './public-operations.ts'
import { rows, useOperations } from './use-operations.ts'
import { recordWrites, writtenTables } from './written-tables.ts'

const strict = rows.filter(([, row]) => !row.ignoresUnknown)

/**
 * The only operations that change something and ignore names: they store what they are given as settings of one
 * resource, so that a dropped name leaves a default and widens nothing; and those whose body a browser writes.
 */
const storing: ReadonlySet<string> = new Set([
  ...routedCheckTypes.flatMap(({ routeName }) => [`create${routeName}Check`, `update${routeName}Check`]),
  ...['CheckGeneric', 'CheckGroup', 'CheckGroupV2', 'AlertChannel', 'Snippet', 'PrivateLocation'].flatMap(ofResource),
  ...['StatusPageService', 'Incident', 'IncidentUpdate'].flatMap(ofResource),
  'createReportedSessionNext',
  'endReportedResultNext',
  'createPasskey',
  'finishPasskeySignIn',
])
function ofResource(name: string): string[] {
  return [`create${name}`, `update${name}`]
}

/** Those of others that the hosted API does not document; its clients call them. */
const ofClients =
  /^[A-Z]+ (\/next\/|\/v1\/test-sessions\/(run|scheduling\/)|\/v1\/usage\/|\/v1\/analytics\/(grpc-checks|traceroute|agentic-checks)\/|\/v1\/checks\/(grpc|playwright|traceroute)(\/|$)|\/v1\/(passkeys|sign-in\/passkey\/finish|status-pages\/incidents\/\{incidentId\})$)/

const theirs = new Set(publicOperations.map(({ operation }) => operation))
const isOfOthers = ({ method, path }: OperationRow): boolean =>
  theirs.has(`${method} ${path}`) || ofClients.test(`${method} ${path}`)

/** Whether an object schema with names takes no others, at every level. */
function isClosed(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return true
  const isOpen = 'type' in schema && 'properties' in schema && !('additionalProperties' in schema)
  return !isOpen && Object.values(schema).every(isClosed)
}

describe('names that an operation does not know', () => {
  it('are ignored only by operations of clients that are not ours', () => {
    const ours = rows.filter(([, row]) => row.ignoresUnknown && !isOfOthers(row))
    expect(ours.map(([id]) => id)).toEqual([])
  })

  it('are ignored by nothing that selects, deletes, silences, triggers or grants', () => {
    const changing = rows.filter(([, row]) => row.method !== 'GET' && row.ignoresUnknown && !row.readsOnly)
    expect(new Set(changing.map(([id]): string => id))).toEqual(storing)
  })

  it('are none in the document of bodies of ours', () => {
    const ours = strict.filter(([, row]) => !isOfOthers(row))
    expect(ours.length).toBeGreaterThan(80)
    expect(ours.filter(([, { body }]) => !isClosed(body)).map(([id]) => id)).toEqual([])
  })

  it('are said only of operations that reject others', () => {
    expect(rows.filter(([, row]) => row.ignoresUnknown && row.alsoSent).map(([id]) => id)).toEqual([])
  })
})

const suggestionsIn = (row: OperationRow, body: unknown): readonly (readonly [string, unknown])[] => {
  const problems = validatorOf('body', row.body ?? {}, unknownNamesOf(row))(structuredClone(body), true) ?? []
  return problems.flatMap((problem) =>
    problem.rule === 'unknownName' ? [[problem.path, problem.parameters.suggestion] as const] : [],
  )
}

const withBody = strict.filter(([, row]) => row.body !== undefined)
it.each(withBody)('%s names a misspelt field at every level of its body, with the right one', (_id, row) => {
  const values = misspeltValues(row.body ?? {}, exampleOf(row.body ?? {}))
  expect(values.length).toBeGreaterThan(0)
  const wrong = values.filter(
    ({ value, path }) =>
      !suggestionsIn(row, value).some(([named, right]) => named === path && typeof right === 'string'),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

const anId = '0198c6a0-0000-7000-8000-000000000001'
const aService = { id: anId, name: 'Shop', accountId: anId }
const anUpdate = { description: 'We look into it', status: 'INVESTIGATING', notifySubscribers: true }
/** Bodies of the command line tool; those of the client in Go are sent by the tests of its shapes. */
const ofTheTool: readonly (readonly [OperationId, unknown])[] = [
  ['createStatusPageIncident', { name: 'Slow', severity: 'MAJOR', services: [aService], incidentUpdates: [anUpdate] }],
  ['patchStatusPageIncident', { severity: 'MINOR' }],
  ['createStatusPageIncidentUpdate', anUpdate],
  ['triggerCheckSessionsV2', { refreshCache: false, target: { matchTags: [['shop']], checkId: [anId] } }],
  ['createVariable', { key: 'SHOP', value: 'a', locked: false, secret: false }],
  ['updateVariable', { value: 'a', locked: false, secret: false }],
  ['updateOwnMember', { role: 'ADMIN' }],
  ['requestAnalysis', { userContext: 'after the deployment' }],
]
it.each(ofTheTool)('%s takes what the command line tool sends', (id, body) => {
  const row: OperationRow = operations[id]
  expect(validatorOf('body', row.body ?? {}, unknownNamesOf(row))(structuredClone(body), true)).toBeUndefined()
})

describe('a request with a misspelt name', () => {
  const scene = useOperations()
  const { call, owner } = scene
  beforeAll(() => recordWrites(scene.database.db()))

  const answer = async (id: OperationId, more: object) => {
    const { statusCode, body } = await call(id, owner(), more)
    return { status: statusCode, problems: statusCode === 400 ? JSON.parse(body).problems : body }
  }
  const unknown = (path: string) => ({
    status: 400,
    problems: [expect.objectContaining({ path, rule: 'unknownName' })],
  })
  const changing = strict.filter(([, row]) => row.method !== 'GET' && row.upload === undefined)

  it.each(changing)('of %s changes no row', async (id, { body: schema }) => {
    const { body } = exampleCall(id, owner())
    const field = misspelt(Object.keys(Object(schema)['properties'] ?? {})) ?? 'dryRun'
    const written = await writtenTables(scene.database.db(), async () => {
      expect(await answer(id, { body: { ...Object(body), [field]: true } })).toEqual(unknown(field))
    })
    expect(written).toEqual([])
  })

  it.each(strict)('of the query of %s is named, and changes no row', async (id, { query }) => {
    const parameter = misspelt(Object.keys(query?.properties ?? {})) ?? 'dryRun'
    const written = await writtenTables(scene.database.db(), async () => {
      const given = { ...examples[id]?.query, [parameter]: 'x' }
      expect(await answer(id, { query: given })).toEqual(unknown(parameter))
    })
    expect(written).toEqual([])
  })
})
