import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReason } from '#contract/reasons'
import type { CheckType } from '#contract'
import type { StoredRun } from '../read-run.ts'
import { bodyDifferences } from './body-differences.ts'
import { differencesBetween } from './differences-between.ts'

const run = (checkType: CheckType, detail: Record<string, unknown>): StoredRun => ({
  id: 'id',
  checkType,
  startedAt: new Date(0),
  location: 'eu-west-1',
  outcome: 'failed',
  hasErrors: false,
  attempt: 1,
  responseTimeMs: 5,
  error: null,
  detail,
})

const texts = (now: StoredRun, before: StoredRun): string[] => differencesBetween(now, before).map(({ text }) => text)

const http = (response: object, more: object = {}) =>
  run('API', {
    apiCheckResult: {
      response: {
        status: 200,
        body: '{"items":[{"id":1},{"id":2}],"total":2}',
        headers: { 'content-type': 'application/json', server: 'nginx', date: 'today', 'set-cookie': 'id=1' },
        remoteAddress: '192.0.2.1',
        timingPhases: { dns: 2, tcp: 40, tls: 20, firstByte: 50, download: 1, total: 113 },
        ...response,
      },
      ...more,
    },
  })

describe('of HTTP runs', () => {
  it('the address, the status, headers, the shape of the body and a slow phase are told, what explains most first', () => {
    const failing = http({
      status: 403,
      body: '<h1>Denied to robot@shop.example</h1>',
      headers: { 'content-type': 'text/html', server: 'cloudflare', date: 'tomorrow', 'retry-after': '30' },
      remoteAddress: '192.0.2.7',
      timingPhases: { dns: 2, tcp: 3100, tls: 20, firstByte: 50, download: 1, total: 3173 },
    })
    expect(differencesBetween(failing, http({}))).toEqual([
      { subject: 'address', text: 'The address moved from 192.0.2.1 to 192.0.2.7.' },
      { subject: 'status', text: 'The response is 403 instead of 200.' },
      { subject: 'header', text: 'The header content-type was "application/json" and is "text/html".' },
      { subject: 'header', text: 'The header server was "nginx" and is "cloudflare".' },
      { subject: 'header', text: 'The header retry-after is new: "30".' },
      { subject: 'timing', text: 'Connecting takes 3100 ms, took 40 ms.' },
    ])
    expect(
      differencesBetween(
        http({ headers: { 'content-type': 'application/json', server: 'nginx', date: 'x' } }),
        http({}),
      ),
    ).toEqual([])
  })

  it('redirects are told without what they carry, and not when only that differs', () => {
    const to = (url: string) =>
      http({}, { jobLog: { request: [{ msg: `302 redirects to ${url}` }, { msg: 'Other' }] } })
    const login = to('https://login.example/start?ticket=secret-1')
    expect(texts(login, http({}))).toEqual(['There is a redirect to https://login.example/start now.'])
    expect(texts(to('https://login.example/start?ticket=secret-2'), login)).toEqual([])
    expect(texts(to('https://other.example/'), login)[0]).toContain('leads to https://other.example/ instead of')
    expect(texts(http({}), login)[0]).toContain('redirect to https://login.example/start')
  })

  it('the header of a redirect that is not followed is told without what it carries', () => {
    const to = (location: string) => http({ status: 302, headers: { location } })
    expect(texts(to('/start?ticket=secret-2'), to('/start?ticket=secret-1'))).toEqual([])
    expect(texts(to('/other?ticket=secret-2'), to('/start?ticket=secret-1'))).toEqual([
      'The header location was "/start" and is "/other".',
    ])
  })

  it('another issuer of the certificate of a host is told, also of a run that failed for it', () => {
    const by = (issuer: string) => ({
      certificates: [{ host: 'shop.example', issuer, validTo: '2026-12-01T00:00:00.000Z' }],
    })
    const failure = { kind: 'tls', code: 'SELF_SIGNED_CERT_IN_CHAIN' }
    const failing = http({ status: 0, headers: null, body: '' })
    const now = { ...failing, detail: { ...failing.detail, ...by('CN=Proxy'), failure } }
    const good = http({})
    expect(texts(now, { ...good, detail: { ...good.detail, ...by('CN=R11, O=CA') } })).toEqual([
      'The certificate issuer changed from CN=R11, O=CA to CN=Proxy.',
    ])
  })

  it('a body that is not JSON any more is told where no header says so', () => {
    expect(texts(http({ body: 'Denied' }), http({}))).toEqual(['The response was JSON and is not any more.'])
  })

  it('nothing is told of an answer that there is not', () => {
    const none = { status: 0, body: '', headers: null, remoteAddress: null, timingPhases: null }
    const failing = http(none)
    expect(
      texts(
        { ...failing, detail: { ...failing.detail, failure: { kind: 'connect', code: 'ECONNREFUSED' } } },
        http({}),
      ),
    ).toEqual([])
    expect(texts(run('API', {}), run('API', {}))).toEqual([])
    expect(texts(http({}), run('DNS', {}))).toEqual([])
  })
})

describe('of a JSON body', () => {
  const before = '{"items":[{"id":1,"name":"a"},{"id":2}],"page":{"next":"x"},"ok":true}'

  it.each([
    ['{"items":[],"page":{"next":"x"},"ok":true}', ['`$.items` is empty, had 2.']],
    ['{"page":{"next":""},"ok":true}', ['`$.items` is gone.', '`$.page.next` is an empty string.']],
    [
      '{"items":null,"page":{"next":"x"},"ok":1}',
      ['`$.items` is null, was an array.', '`$.ok` is a number, was a boolean.'],
    ],
    [
      '{"items":[{"id":1}],"page":{"next":"x"},"ok":true,"error":"robot@x.example"}',
      ['`$.items[0].name` is gone.', '`$.error` is new.'],
    ],
    ['[]', ['`$` is an array, was an object.']],
    ['', ['The response is empty, had 70 characters.']],
  ])('%s is told by its shape', (now, expected) => {
    expect(bodyDifferences(now, before)).toEqual(expected)
  })

  it('keys that are data are not told, and lists that shrink a little are not', () => {
    const users = '{"users":{"robot@shop.example":1,"4711":2,"a1b2c3d4e5f6123":3},"list":[1,2,3,4]}'
    expect(bodyDifferences('{"users":{},"list":[1,2,3]}', users)).toEqual([])
    expect(bodyDifferences('{"users":{},"list":[1]}', users)).toEqual(['`$.list` has a length of 1, had 4.'])
  })

  it('no value of a document is ever told, and every sentence is one of the table', () => {
    const marked = fc
      .jsonValue({ maxDepth: 4 })
      .map((value) => JSON.stringify(value, (_key, item) => (typeof item === 'string' ? `secret${item}` : item)))
    fc.assert(
      fc.property(marked, marked, (now, earlier) => {
        const told = bodyDifferences(now, earlier)
        expect(bodyDifferences(now, now)).toEqual([])
        expect(told.join(' ')).not.toContain('secret')
        for (const text of told) expect(readReason(text)).toHaveProperty('code')
      }),
      { numRuns: 100 },
    )
  })
})

describe('of other runs', () => {
  const certificate = {
    subject: 'CN=shop.example',
    issuer: 'CN=R11, O=CA',
    fingerprintSha256: 'a',
    validTo: '2026-12-01T00:00:00Z',
  }
  const ssl = (changes: object, chain = [1, 2]) =>
    run('SSL', {
      sslCheckResult: {
        response: { protocol: 'TLS1.3', resolvedIp: '192.0.2.1', certificate: { ...certificate, ...changes }, chain },
      },
    })

  it.each<[string, StoredRun, StoredRun, string[]]>([
    [
      'an issuer',
      ssl({ issuer: 'CN=Proxy', fingerprintSha256: 'b' }),
      ssl({}),
      ['The certificate issuer changed from CN=R11, O=CA to CN=Proxy.'],
    ],
    ['a chain', ssl({}, [1]), ssl({}), ['The chain of certificates has a length of 1 instead of 2.']],
    [
      'a renewal',
      ssl({ fingerprintSha256: 'b', validTo: '2027-03-01T00:00:00Z' }),
      ssl({}),
      ['The certificate was replaced by one that is valid until 2027-03-01 instead of 2026-12-01.'],
    ],
    [
      'records',
      run('DNS', {
        dnsCheckResult: { response: { responseCode: 'NOERROR', json: { Answer: [{ data: '192.0.2.9' }] } } },
      }),
      run('DNS', {
        dnsCheckResult: { response: { responseCode: 'NOERROR', json: { Answer: [{ data: '192.0.2.1' }] } } },
      }),
      ['The records changed from 192.0.2.1 to 192.0.2.9.'],
    ],
    [
      'a response code',
      run('DNS', { dnsCheckResult: { response: { responseCode: 'NXDOMAIN', json: { Answer: [] } } } }),
      run('DNS', {
        dnsCheckResult: { response: { responseCode: 'NOERROR', json: { Answer: [{ data: '192.0.2.1' }] } } },
      }),
      ['The response code is NXDOMAIN instead of NOERROR.'],
    ],
    [
      'a status of gRPC',
      run('GRPC', { grpcCheckResult: { response: { grpcStatusCode: 14, responseMessage: '' } } }),
      run('GRPC', { grpcCheckResult: { response: { grpcStatusCode: 0, responseMessage: '' } } }),
      ['The gRPC status is 14 UNAVAILABLE instead of 0 OK.'],
    ],
    [
      'the response of TCP',
      run('TCP', { tcpCheckResult: { response: { data: '', remoteAddress: null } } }),
      run('TCP', { tcpCheckResult: { response: { data: '220 shop ESMTP\r\n', remoteAddress: null } } }),
      ['The response is empty, had 14 characters.'],
    ],
    [
      'a route',
      run('TRACEROUTE', {
        tracerouteCheckResult: {
          response: { hops: [{ main_ip: '192.0.2.1' }, { main_ip: null }, { main_ip: '192.0.2.6' }] },
        },
      }),
      run('TRACEROUTE', {
        tracerouteCheckResult: {
          response: { hops: [{ main_ip: '192.0.2.1' }, { main_ip: '192.0.2.2' }, { main_ip: '192.0.2.3' }] },
        },
      }),
      ['At hop 3 the route goes over 192.0.2.6 instead of 192.0.2.3.'],
    ],
    [
      'lost packets',
      run('ICMP', { icmpCheckResult: { response: { packetLoss: 40 } } }),
      run('ICMP', { icmpCheckResult: { response: { packetLoss: 0 } } }),
      ['40% of the packets are lost, 0% were.'],
    ],
  ])('%s is told, and nothing of a run that is the same', (_what, now, before, expected) => {
    expect(texts(now, before)).toEqual(expected)
    expect(texts(before, before)).toEqual([])
  })
})
