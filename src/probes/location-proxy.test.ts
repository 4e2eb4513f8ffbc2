import { decode } from 'dns-packet'
import { expect, it } from 'vitest'
import { createEgress } from '#egress'
import type { EgressPolicy } from '#egress'
import { SystemClock } from '#kernel'
import { authorityFile, certificates } from '../../tests/support/certificates/read-certificates.ts'
import { IssuedCertificate } from '../../tests/support/certificate-authority.ts'
import { anHttpProxy } from '../../tests/support/http-proxy.ts'
import { dnsResponse, httpServer, httpsServer, tcpServer, udpServer } from '../../tests/support/local-servers.ts'
import { apiTask, probeTools, tcpTask } from '../../tests/support/probe-tasks.ts'
import { runSsl, sslTask, tlsServer } from '../../tests/support/ssl-scene.ts'
import { observe } from './probes.ts'
import type { ProbeTools } from './probe.ts'

const credentials = 'user:p@ss/word'
/** Names below `.test` are known to the proxy only. */
const names = { 'probe.test': '127.0.0.1' }

/** Tools of a location whose name servers know no name. */
async function tools(rules: Partial<EgressPolicy> = {}): Promise<ProbeTools> {
  const { port } = await udpServer((message, from, socket) => {
    const answer = dnsResponse(decode(message), [], { flags: 0x0183 })
    socket.send(answer, from.port, from.address)
  })
  const sources = { hostsFile: '/dev/null', resolverFile: '/dev/null', nameServers: [`127.0.0.1:${port}`] }
  return {
    ...probeTools,
    egress: createEgress({ allowPrivateTargets: true, caFile: authorityFile, ...rules }, new SystemClock(), sources),
  }
}

const aProxy = async () => {
  const proxy = await anHttpProxy({ credentials, names })
  return { ...proxy, proxyUrl: `http://user:p%40ss%2Fword@127.0.0.1:${proxy.port}` }
}

it('a plain request goes through the proxy as a whole URL, with the name that only the proxy can resolve', async () => {
  const seenByTarget: (string | undefined)[] = []
  const { port } = await httpServer((request, response) => {
    seenByTarget.push(request.headers['proxy-authorization'])
    response.end('through')
  })
  const { proxyUrl, seen } = await aProxy()
  const url = `http://probe.test:${port}/path?q=1`
  for (const checkType of ['API', 'URL'] as const) {
    const observed = await observe({ ...apiTask({ url }), checkType, proxyUrl }, await tools())
    expect(observed).toMatchObject({ failure: null, answer: { status: 200, body: 'through' } })
  }
  expect(seen).toEqual([`GET ${url}`, `GET ${url}`])
  expect(seenByTarget).toEqual([undefined, undefined])
})

it('an https request tunnels through the proxy, and the certificate of the target is verified', async () => {
  const right = await httpsServer(certificates.server, (_request, response) => response.end('secret'))
  const wrong = await httpsServer(certificates.wrongName, (_request, response) => response.end('secret'))
  const { proxyUrl, seen } = await aProxy()
  const observedAt = async (port: number) =>
    observe({ ...apiTask({ url: `https://probe.test:${port}/` }), proxyUrl }, await tools())
  expect(await observedAt(right.port)).toMatchObject({ failure: null, answer: { body: 'secret' } })
  expect(await observedAt(wrong.port)).toMatchObject({ failure: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } })
  expect(seen).toEqual([`CONNECT probe.test:${right.port}`, `CONNECT probe.test:${wrong.port}`])
})

it('a TCP check tunnels, and reads the banner that comes with the answer of the proxy', async () => {
  const { port } = await tcpServer((socket) => void socket.write('ready\n'))
  const { proxyUrl, seen } = await aProxy()
  const assertions = [
    { source: 'RESPONSE_DATA', comparison: 'CONTAINS', target: 'ready', property: '', regex: null },
  ] as const
  const task = tcpTask({ hostname: 'probe.test', port, assertions })
  const observed = await observe({ ...task, proxyUrl }, await tools())
  expect(observed).toMatchObject({ failure: null, answer: { data: 'ready\n' } })
  expect(seen).toEqual([`CONNECT probe.test:${port}`])
})

it('an SSL check sees the certificate of the target behind the proxy', async () => {
  const own = await IssuedCertificate.selfSigned({ name: 'shop.test', hosts: ['shop.test'] })
  const port = await tlsServer({ own })
  const { proxyUrl, seen } = await aProxy()
  const observed = await observe({ ...sslTask(port), proxyUrl }, await tools())
  expect(observed).toMatchObject({ failure: null, answer: { certificate: { subjectCN: 'shop.test' } } })
  expect(seen).toEqual([`CONNECT 127.0.0.1:${port}`])
  const { seen: direct } = await runSsl(port, await tools())
  expect(direct.answer?.certificate).toEqual(
    observed.answer && 'certificate' in observed.answer ? observed.answer.certificate : null,
  )
})

it('wrong credentials are a failure that says so and has none of them', async () => {
  const { port, rejected } = await anHttpProxy({ credentials })
  const proxyUrl = `http://user:wrongsecret@127.0.0.1:${port}`
  const observed = await observe({ ...tcpTask({ hostname: '127.0.0.1', port: 9 }), proxyUrl }, await tools())
  expect(observed.failure).toMatchObject({ code: 'EPROXY', message: expect.stringContaining('other credentials') })
  expect(JSON.stringify(observed)).not.toContain('wrongsecret')
  expect(rejected()).toBe(1)
})

it('a proxy that does not listen, and a URL of another scheme, are failures of the proxy', async () => {
  const { port } = await tcpServer((socket) => socket.destroy())
  for (const proxyUrl of [`http://127.0.0.1:${port}`, 'socks5://127.0.0.1:1', 'http://127.0.0.1:1'])
    for (const task of [tcpTask({ port: 9 }), apiTask({ url: 'https://127.0.0.1:9/' }), apiTask({})])
      expect((await observe({ ...task, proxyUrl }, await tools())).failure?.message).toMatch(/proxy|127\.0\.0\.1/)
})

it('a proxy leads around neither the denied addresses and ports nor the metadata addresses', async () => {
  const { port } = await httpServer((_request, response) => response.end())
  const { proxyUrl, seen, port: proxyPort } = await aProxy()
  const failureOf = async (url: string, rules: Partial<EgressPolicy> = {}) =>
    (await observe({ ...apiTask({ url }), proxyUrl }, await tools(rules))).failure
  const policy = { kind: 'policy', code: 'EPOLICY' }
  expect(await failureOf('http://169.254.169.254/')).toMatchObject(policy)
  expect(await failureOf('https://169.254.169.254/')).toMatchObject(policy)
  expect(await failureOf(`http://127.0.0.1:${port}/`, { deniedPorts: [[port, port]] })).toMatchObject(policy)
  expect(await failureOf('http://127.0.0.2/', { deniedRanges: ['127.0.0.2'] })).toMatchObject(policy)
  // What cannot be resolved here cannot be checked here.
  expect(await failureOf('http://probe.test/', { deniedRanges: ['127.0.0.2'] })).toMatchObject({ code: 'ENOTFOUND' })
  expect(await failureOf(`http://127.0.0.1:${port}/`, { deniedPorts: [[proxyPort, proxyPort]] })).toMatchObject(policy)
  expect(seen).toEqual([])
})

it('where addresses are restricted, the proxy is asked for the address that was checked', async () => {
  const { port } = await httpServer((_request, response) => response.end('pinned'))
  const { proxyUrl, seen } = await aProxy()
  const restricted = await tools({ onlyRanges: ['127.0.0.0/8'] })
  const observed = await observe({ ...apiTask({ url: `http://localhost:${port}/` }), proxyUrl }, restricted)
  expect(observed).toMatchObject({ failure: null, answer: { body: 'pinned' } })
  expect(seen).toEqual([`CONNECT 127.0.0.1:${port}`])
})

it('TCP checks resolve names by the operating system when the location says so, and still by the policy', async () => {
  const { port } = await tcpServer(() => {})
  const observeWith = async (rules: Partial<EgressPolicy>) =>
    observe(tcpTask({ hostname: 'localhost', port }), await tools({ usesOsResolver: true, ...rules }))
  expect(await observeWith({})).toMatchObject({ failure: null, answer: { remoteAddress: '127.0.0.1' } })
  expect(await observeWith({ deniedRanges: ['127.0.0.1'] })).toMatchObject({ failure: { kind: 'policy' } })
})
