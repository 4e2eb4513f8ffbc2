import { expect, it } from 'vitest'
import { runEvidenceOf, targetOfRun } from './read-run.ts'
import type { StoredRun } from './read-run.ts'

const stored = (detail: Record<string, unknown>, changes: Partial<StoredRun> = {}): StoredRun => ({
  id: 'id',
  checkType: 'API',
  startedAt: new Date(0),
  location: 'eu-west-1',
  outcome: 'failed',
  hasErrors: false,
  attempt: 2,
  responseTimeMs: 5,
  error: null,
  detail,
  ...changes,
})

it('reads what an HTTP run saw, and of its headers only those that help', () => {
  const run = stored({
    apiCheckResult: {
      request: { url: 'https://u:p@shop.example:8443/cart?token=x' },
      response: {
        status: 503,
        body: 'x'.repeat(5000),
        headers: { server: 'nginx', 'set-cookie': 'a=b', 'x-private': 'y' },
        timingPhases: { dns: 1, total: 2, odd: 'x' },
      },
      assertions: [
        { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', actual: '503', passed: false },
        { source: 'HEADERS', passed: true },
      ],
    },
    reasons: [{ kind: 'status', message: 'x' }],
  })
  expect(runEvidenceOf(run)).toMatchObject({
    attempts: 2,
    status: 503,
    headers: { server: 'nginx' },
    phases: { dns: 1, total: 2 },
    reasonKinds: ['status'],
    failedAssertions: [{ source: 'STATUS_CODE', actual: '503' }],
    failure: null,
  })
  expect(Object.keys(runEvidenceOf(run).headers)).toEqual(['server'])
  expect(runEvidenceOf(run).bodyExcerpt).toHaveLength(2000)
  expect(targetOfRun(run)).toEqual({ target: 'https://shop.example:8443/cart', host: 'shop.example' })
})

it('reads why there was no answer, from older results by their message', () => {
  const failure = { kind: 'tls', code: 'CERT_HAS_EXPIRED' }
  expect(runEvidenceOf(stored({ apiCheckResult: { response: { status: 0 } }, failure })).failure).toEqual(failure)
  expect(runEvidenceOf(stored({}, { error: 'ECONNREFUSED: refused' })).failure).toEqual({
    kind: 'connect',
    code: 'ECONNREFUSED',
  })
})

it('reads DNS, TCP and ICMP runs', () => {
  const json = { Answer: [{ data: '192.0.2.2' }, { data: '192.0.2.1' }, {}] }
  const dns = {
    dnsCheckResult: { request: { query: 'A.example' }, response: { responseCode: 'NOERROR', json, text: 't' } },
  }
  expect(runEvidenceOf(stored(dns, { checkType: 'DNS' })).dns).toEqual({
    responseCode: 'NOERROR',
    answers: ['192.0.2.1', '192.0.2.2'],
  })
  expect(targetOfRun(stored(dns, { checkType: 'DNS' }))).toEqual({ target: 'A.example', host: 'a.example' })
  const icmp = {
    icmpCheckResult: { request: { hostname: 'h' }, response: { packetLoss: 50, resolvedIp: '192.0.2.1' } },
  }
  expect(runEvidenceOf(stored(icmp, { checkType: 'ICMP' }))).toMatchObject({
    packetLoss: 50,
    remoteAddress: '192.0.2.1',
  })
  const tcp = { tcpCheckResult: { request: { hostname: 'DB.example', port: 5432 }, response: null } }
  expect(targetOfRun(stored(tcp, { checkType: 'TCP' }))).toEqual({ target: 'DB.example:5432', host: 'db.example' })
})

it('takes any detail, whatever its shape', () => {
  for (const detail of [
    {},
    { apiCheckResult: null },
    { apiCheckResult: [], reasons: 'x' },
    { xCheckResult: { response: 5 } },
  ])
    expect(() => runEvidenceOf(stored(detail))).not.toThrow()
})
