import { describe, expect, it } from 'vitest'
import { redactionMark } from '#redaction'
import { describeResult, errorMessageOf, hideSecrets, evaluateRun, storedBodyLimit } from './index.ts'
import { answers, assertionOf, failedObservation, httpAnswer, observationOf, taskOf } from './run-samples.ts'

const sent = { method: 'GET', url: 'https://example.com/', data: '', headers: { accept: '*/*' }, params: {} }

describe('describeResult', () => {
  it('describes an answered API run in the shape of the public API', () => {
    const task = taskOf('API', [assertionOf('STATUS_CODE', 'EQUALS', { target: '201' })])
    const log = [{ time: 1, level: 'INFO', msg: 'Sent.' }] as const
    const observation = observationOf<'API'>(answers.API, { sent, log })
    const { body, headers, remoteAddress, timings, timingPhases } = answers.API
    expect(describeResult(task, observation, evaluateRun(task, observation))).toEqual({
      apiCheckResult: {
        assertions: [
          {
            source: 'STATUS_CODE',
            comparison: 'EQUALS',
            property: '',
            target: '201',
            regex: null,
            passed: false,
            actual: '200',
            error: 'Expected the status code to equal "201", but it was "200".',
          },
        ],
        request: sent,
        response: { status: 200, statusText: 'OK', body, headers, remoteAddress, timings, timingPhases },
        requestError: null,
        jobLog: { setup: [], request: log, teardown: [] },
        jobAssets: null,
        pcapDataUrl: null,
      },
    })
  })

  it('has the addresses of a name that were tried, whatever the type', () => {
    const triedAddresses = [{ address: '192.0.2.1', error: 'ECONNREFUSED' }]
    const task = taskOf('TCP')
    const observation = { ...failedObservation<'TCP'>(), triedAddresses }
    expect(describeResult(task, observation, evaluateRun(task, observation))).toMatchObject({
      tcpCheckResult: { triedAddresses },
    })
  })

  it('describes a network failure with status 0, empty texts and null objects', () => {
    for (const type of ['API', 'URL'] as const) {
      const task = taskOf(type)
      const observation = failedObservation<typeof type>()
      const { apiCheckResult } = describeResult(task, observation, evaluateRun(task, observation))
      expect(apiCheckResult).toMatchObject({
        request: { method: 'GET', url: 'https://example.com/orders', data: '', headers: {}, params: {} },
        response: { status: 0, statusText: '', body: '', headers: null, timings: null, timingPhases: null },
        requestError: 'ECONNREFUSED: The connection to example.com was refused.',
      })
    }
  })

  it('describes TCP, DNS and ICMP runs with request, response and timings', () => {
    const verdict = evaluateRun(taskOf('TCP'), observationOf<'TCP'>(answers.TCP))
    expect(describeResult(taskOf('TCP'), observationOf<'TCP'>(answers.TCP), verdict)).toEqual({
      tcpCheckResult: {
        assertions: [],
        request: { hostname: 'example.com', port: 25, data: null, ipFamily: 'IPv4' },
        response: { data: '220 mail.example.com ESMTP', remoteAddress: '203.0.113.7' },
        requestError: null,
        timingPhases: { dns: 1, connection: 2, data: 3, total: 6 },
      },
    })
    expect(describeResult(taskOf('DNS'), observationOf<'DNS'>(answers.DNS), verdict)).toMatchObject({
      dnsCheckResult: { response: { responseCode: 'NOERROR', protocol: 'UDP' }, timingPhases: { total: 12 } },
    })
    expect(describeResult(taskOf('ICMP'), observationOf<'ICMP'>(answers.ICMP), verdict)).toMatchObject({
      icmpCheckResult: { response: { packetLoss: 0, text: expect.any(String) }, timingPhases: { dns: 4, total: 100 } },
    })
    expect(describeResult(taskOf('ICMP'), failedObservation<'ICMP'>(), verdict).icmpCheckResult).toMatchObject({
      response: null,
      timingPhases: null,
      requestError: expect.stringContaining('ECONNREFUSED: '),
    })
  })

  it('shows neither secrets nor locked values of a request that was never sent', () => {
    const base = taskOf('API')
    const request = {
      ...base.request,
      url: 'https://example.com/?key=hunter2hunter2',
      headers: [
        { key: 'X-Locked', value: 'plain', locked: true },
        { key: 'Authorization', value: 'Bearer abc', locked: false },
      ],
    }
    const task = { ...base, request, secrets: ['hunter2hunter2'] }
    const observation = failedObservation<'API'>()
    const shown = {
      url: `https://example.com/?key=${redactionMark}`,
      headers: { 'X-Locked': redactionMark, Authorization: redactionMark },
    }
    expect(describeResult(task, observation, evaluateRun(task, observation))).toMatchObject({
      apiCheckResult: { request: shown },
    })
  })
})

describe('errorMessageOf', () => {
  it('is the first failing reason, or the code and text of a failure', () => {
    const failed = failedObservation<'TCP'>()
    expect(errorMessageOf(evaluateRun(taskOf('TCP'), failed), failed)).toBe(
      'ECONNREFUSED: The connection to example.com was refused.',
    )
    const answered = observationOf<'URL'>(httpAnswer({ status: 500, statusText: '' }))
    expect(errorMessageOf(evaluateRun(taskOf('URL'), answered), answered)).toBe(
      'Expected a status code below 400, but it was 500.',
    )
    const passed = observationOf<'TCP'>(answers.TCP)
    expect(errorMessageOf(evaluateRun(taskOf('TCP'), passed), passed)).toBeNull()
  })
})

describe('hideSecrets', () => {
  const secret = 'p@ss word/42'
  const spellings = [secret, encodeURIComponent(secret), encodeURI(secret)]
  const everywhere = spellings.join(' ')

  it('leaves no spelling of a secret anywhere in what a run reports', () => {
    const assertions = [
      assertionOf('TEXT_BODY', 'EQUALS', { target: secret }),
      assertionOf('HEADERS', 'EQUALS', { property: 'x-echo', target: secret, regex: secret }),
      assertionOf('JSON_BODY', 'EQUALS', { property: `$['${secret}']` }),
    ]
    const task = taskOf('API', assertions, { secrets: [secret] })
    const answer = httpAnswer({
      body: everywhere,
      statusText: secret,
      finalUrl: everywhere,
      headers: { 'x-echo': [secret] },
    })
    const observation = observationOf<'API'>(answer, {
      sent: { ...sent, url: everywhere, data: everywhere, headers: { 'x-a': secret }, params: { a: secret } },
      log: [{ time: 1, level: 'INFO', msg: everywhere }],
    })
    const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
    const stored = JSON.stringify([hidden, describeResult(task, hidden.observation, hidden.verdict)])
    for (const spelling of spellings) expect(stored).not.toContain(spelling)
    const failed = failedObservation<'API'>({ message: `Cannot reach ${everywhere}.` })
    const afterFailure = JSON.stringify(hideSecrets(task, failed, evaluateRun(task, failed)))
    for (const spelling of spellings) expect(afterFailure).not.toContain(spelling)
  })

  it('leaves no half of a secret where a sentence cuts a long target', () => {
    const long = `begin${'x'.repeat(300)}end`
    const task = taskOf('API', [assertionOf('TEXT_BODY', 'EQUALS', { target: long })], { secrets: [long] })
    const observation = observationOf<'API'>(httpAnswer())
    expect(JSON.stringify(hideSecrets(task, observation, evaluateRun(task, observation)).verdict)).not.toContain(
      'begin',
    )
  })

  it('hides secrets in TCP, DNS and ICMP answers and requests', () => {
    const tcp = taskOf('TCP', [], { secrets: [secret] })
    const withData = { ...tcp, request: { ...tcp.request, data: `AUTH ${secret}` } }
    const seen = observationOf<'TCP'>({ ...answers.TCP, data: everywhere })
    const hidden = hideSecrets(withData, seen, evaluateRun(withData, seen))
    expect(JSON.stringify(describeResult(withData, hidden.observation, hidden.verdict))).not.toContain(secret)
    const dns = taskOf('DNS', [], { secrets: [secret] })
    const json = { ...answers.DNS.json, Answer: [{ name: secret, type: 'TXT', TTL: 1, data: secret }] }
    const resolved = observationOf<'DNS'>({ ...answers.DNS, text: everywhere, json })
    expect(JSON.stringify(hideSecrets(dns, resolved, evaluateRun(dns, resolved)))).not.toContain(secret)
  })

  it('keeps codes, outcomes and property names when a secret is spelled like one', () => {
    const secrets = ['failed', 'status', 'body', 'STATUS_CODE', 'ECONNREFUSED', 'assertion', 'GET', 'API']
    const task = taskOf('API', [assertionOf('STATUS_CODE', 'EQUALS', { target: '201' })], { secrets })
    const observation = observationOf<'API'>(answers.API, { sent })
    const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
    expect(hidden.verdict).toMatchObject({
      outcome: 'failed',
      reasons: [{ kind: 'assertion', outcome: 'failed' }],
      assertions: [{ source: 'STATUS_CODE' }],
    })
    expect(hidden.observation.answer).toMatchObject({ status: 200 })
    expect(hidden.observation.sent?.method).toBe('GET')
  })

  it('masks secret and locked headers both ways', () => {
    const base = taskOf('API')
    const headers = [{ key: 'X-Team', value: 'blue', locked: true }]
    const task = { ...base, request: { ...base.request, headers } }
    const observation = observationOf<'API'>(httpAnswer({ headers: { 'set-cookie': ['a=1', 'b=2'], server: 'x' } }), {
      sent: { ...sent, headers: { 'x-team': 'blue', AUTHORIZATION: 'Basic abc', accept: '*/*' } },
    })
    const { observation: hidden } = hideSecrets(task, observation, evaluateRun(task, observation))
    expect(hidden.answer?.headers).toEqual({ 'set-cookie': redactionMark, server: 'x' })
    expect(hidden.sent?.headers).toEqual({ 'x-team': redactionMark, AUTHORIZATION: redactionMark, accept: '*/*' })
  })

  it('cuts the stored body at 100 KB and says so', () => {
    const task = taskOf('API', [], { secrets: ['s3cr3t-value'] })
    const body = `${'a'.repeat(storedBodyLimit - 5)}s3cr3t-value${'b'.repeat(5000)}`
    const observation = observationOf<'API'>(httpAnswer({ body }))
    const { answer } = hideSecrets(task, observation, evaluateRun(task, observation)).observation
    expect(answer?.body.length).toBeLessThanOrEqual(storedBodyLimit)
    expect(answer?.body.length).toBeGreaterThan(storedBodyLimit - 200)
    expect(answer?.body).not.toContain('s3cr')
    expect(answer?.bodyTruncated).toBe(true)
    const short = observationOf<'API'>(httpAnswer({ body: 'a' }))
    expect(hideSecrets(task, short, evaluateRun(task, short)).observation.answer).toEqual(short.answer)
  })
})
