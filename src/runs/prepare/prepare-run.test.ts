import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckInput } from '#management'
import { createCheck, loadEffectiveChecks } from '#management'
import { redactor } from '#redaction'
import { timeOrderedId } from '#kernel'
import type { ClientCertificate } from '#storage/checks'
import type { RunTaskRow } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { prepareCheck, prepareRun } from '../index.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const chance = { nowMs: 0, randomNumber: () => 1, uuid: () => 'uuid' }

/** The task of a run of a new API check whose account has one readable variable. */
async function taskOf(request: object) {
  const { accountId } = await service.account()
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  const { check } = await createCheck(service.store, caller, {
    checkType: 'API',
    body: apiCheck(request),
    autoAssignAlerts: false,
  })
  const effective = (await loadEffectiveChecks(service.db, service.store.encryption, [check.id])).get(check.id)
  if (!effective) throw new Error('the check is gone')
  const plain = { key: 'PLAIN', value: 'worn-down', locked: false, secret: false }
  return prepareRun(rowOf(accountId, check.id), 'lease', prepareCheck(effective, { variables: [plain] }), chance)
}

/** Sound because the create verb validates the body anyway. */
const apiCheck = (request: object): CheckInput =>
  ({
    name: 'shop',
    locations: ['eu-west-1'],
    request: { method: 'GET', url: 'https://example.com', ...request },
  }) as CheckInput

function rowOf(accountId: string, checkId: string): RunTaskRow {
  const id = timeOrderedId(service.clock.now())
  const now = new Date(service.clock.now())
  const times = { scheduledFor: now, sequenceStartedAt: now, claimableAt: now, queuedAt: now }
  const place = { queue: 'eu-west-1', sessionSize: 1, attempt: 1, runSource: 'SCHEDULER', claims: 1 } as const
  const [returns, needs] = [0, null]
  return { id, accountId, checkId, sessionId: id, sequenceId: id, leaseToken: null, returns, needs, ...place, ...times }
}

describe('the secrets of a run', () => {
  test('hold a locked header as it is sent, with its readable variables filled in', async () => {
    const task = await taskOf({ headers: [{ key: 'x-key', value: 'half-{{PLAIN}}', locked: true }] })
    expect(redactor(task.secrets)('echo of half-worn-down')).toBe('echo of *********')
  })

  test('hold a basic auth password also the way it travels', async () => {
    const task = await taskOf({ basicAuth: { username: 'ops', password: 'pass-{{PLAIN}}' } })
    const sent = Buffer.from('ops:pass-worn-down').toString('base64')
    expect(redactor(task.secrets)(`pass-worn-down and Basic ${sent}`)).not.toMatch(/worn|b3Bz/)
  })
})

describe('a run of a gRPC check', () => {
  const certificate = (host: string): ClientCertificate => ({
    accountId: 'a',
    id: host,
    host,
    path: null,
    certificate: '',
    authority: null,
    key: `key of ${host}`,
    passphrase: null,
    expiresAt: new Date(0),
    createdAt: new Date(0),
  })

  async function grpcTask(request: object) {
    const { accountId } = await service.account()
    const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
    const { check } = await createCheck(service.store, caller, {
      checkType: 'GRPC',
      body: { ...apiCheck({}), request } as CheckInput,
      autoAssignAlerts: false,
    })
    const effective = (await loadEffectiveChecks(service.db, service.store.encryption, [check.id])).get(check.id)
    if (!effective) throw new Error('the check is gone')
    const token = { key: 'TOKEN', value: 'a b', locked: false, secret: true }
    const certificates = [certificate('other.example'), certificate('*.example:50051')]
    return prepareRun(
      rowOf(accountId, check.id),
      'lease',
      prepareCheck(effective, { variables: [token], certificates }),
      chance,
    )
  }

  test('has the certificate of its host and port', async () => {
    const { clientCertificate, secrets } = await grpcTask({ url: 'grpc.example', port: 50_051 })
    expect(clientCertificate?.key).toBe('key of *.example:50051')
    expect(secrets).toContain('key of *.example:50051')
    expect((await grpcTask({ url: 'grpc.example', port: 443 })).clientCertificate).toBeUndefined()
  })

  test('has its variables filled in, URI-encoded in metadata alone', async () => {
    const metadata = [
      { key: 'x-encoded', value: '{{TOKEN}}' },
      { key: 'x-raw', value: '{{{TOKEN}}}' },
    ]
    const grpcConfig = { method: 'a.B/C', metadata, message: '{"token":"{{TOKEN}}"}' }
    const { request, secrets } = await grpcTask({ url: 'grpc.example', port: 443, grpcConfig })
    expect(request).toMatchObject({
      grpcConfig: { message: '{"token":"a b"}', metadata: [{ value: 'a%20b' }, { value: 'a b' }] },
    })
    expect(secrets).toContain('a b')
  })
})
