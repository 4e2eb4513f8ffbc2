import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'dns-packet'
import type { Answer } from 'dns-packet'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from '#egress'
import { dayMs, hourMs, minuteMs, randomId, secondMs } from '#kernel'
import { listPageDomains } from '#publishing'
import type { LookUpRecords } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { dnsResponse, udpServer } from '../../../tests/support/local-servers.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'
import { pageDomainLoop, recordLookup } from './page-domains.ts'

const database = useDatabase()
const pages = '/v3/status-pages'

interface Proof {
  readonly name: string
  readonly value: string
}

/** A service with a name server of its own, and a page on a domain that is not proven. */
async function scene(domain = `${randomId()}.example`) {
  const records = new Map<string, Answer>()
  const state = { failsWith: 0, queries: 0 }
  const { port } = await udpServer((bytes, from, socket) => {
    state.queries += 1
    const query = decode(bytes)
    const [question] = query.questions ?? []
    const found = records.get(`${question?.type} ${question?.name}`)
    const answer = dnsResponse(query, found ? [found] : [], { flags: 0x0180 | state.failsWith })
    socket.send(answer, from.port, from.address)
  })
  let lookUp: LookUpRecords = async () => ({ values: [] })
  const service = new TestService(database.db(), {}, { lookUpRecords: (name, type) => lookUp(name, type) })
  const { clock, store } = service
  await service.db.rows('delete from domain_verifications')
  const egress = createEgress({ allowPrivateTargets: true }, clock, namesOf(port))
  lookUp = recordLookup(egress, { clock, signal: new AbortController().signal })
  const loop = pageDomainLoop({ store, clock, lookUp })
  const { send } = await service.owner()
  const page = await send('POST', pages, { name: 'Acme', url: randomId(), customDomain: domain })
  const path = `${pages}/${Object(page.body).id}`
  const read = async () => Object((await send('GET', `${path}/custom-domain-verifications`)).body)
  const proof: Proof = (await read()).ownershipVerification
  return {
    service,
    send,
    domain,
    path,
    records,
    state,
    loop,
    read,
    recheck: async () => Object((await send('POST', `${path}/custom-domain-verifications/recheck`)).body),
    prove: () => records.set(`TXT ${proof.name}`, { type: 'TXT', name: proof.name, data: [proof.value] }),
    proof,
    isServed: async () => (await listPageDomains(store)).has(domain),
    /** What readers of the domain get, who make the service read the list of domains again. */
    visit: (): Promise<TestAnswer> => {
      clock.advance(11 * secondMs)
      return service.as(null, { host: domain })('GET', '/status.json')
    },
  }
}

function namesOf(port: number) {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [hostsFile, resolverFile] = [join(directory, 'hosts'), join(directory, 'resolv.conf')]
  for (const file of [hostsFile, resolverFile]) writeFileSync(file, '')
  return { hostsFile, resolverFile, nameServers: [`127.0.0.1:${port}`] }
}

describe('the custom domain of a status page with components', () => {
  it('is served from when its record is found, and never before', async () => {
    const { domain, proof, records, prove, recheck, read, visit, isServed, path, loop } = await scene()
    expect(proof).toEqual({
      type: 'txt',
      name: `_belfry-verification.${domain}`,
      value: `belfry-status-page=${path.split('/').at(-1)}`,
    })
    expect(await read()).toMatchObject({ domain, status: 'pending', checkedAt: null, CNAME: 'belfry.example' })
    records.set(`CNAME ${domain}`, { type: 'CNAME', name: domain, data: 'Elsewhere.example' })
    records.set(`TXT ${proof.name}`, { type: 'TXT', name: proof.name, data: ['belfry-status-page=', 'other\0'] })
    await loop.iteration()
    expect(await read()).toMatchObject({
      status: 'pending',
      verificationErrors: [
        `There is no TXT record ${proof.name} with the value ${proof.value}, but belfry-status-page=other�.`,
        `There is no CNAME record of ${domain} to belfry.example, but elsewhere.example.`,
      ],
      found: { cname: ['elsewhere.example'] },
    })
    expect({ isServed: await isServed(), status: (await visit()).status }).toEqual({ isServed: false, status: 404 })
    prove()
    expect(await recheck()).toMatchObject({ status: 'verified', verificationErrors: [] })
    while ((await visit()).status !== 200) expect(await isServed()).toBe(true)
    expect((await visit()).body).toMatchObject({ page: { name: 'Acme', customDomain: domain } })
  })

  it('is looked up when it is due, and no more often', async () => {
    const { service, loop, state, prove, read, recheck } = await scene()
    const checks = async (forMs: number, everyMs: number) => {
      const before = state.queries
      for (let passed = 0; passed < forMs; passed += everyMs) {
        service.clock.advance(everyMs)
        await loop.iteration()
      }
      return (state.queries - before) / 2
    }
    await loop.iteration()
    expect(await loop.iteration()).toBe(10_000)
    expect(await checks(4 * minuteMs, 10 * secondMs)).toBe(4)
    expect(await checks(10 * dayMs, hourMs)).toBeLessThanOrEqual(7 * 24 + 4)
    expect(await read()).toMatchObject({ status: 'failed' })
    const before = state.queries
    await recheck()
    await recheck()
    expect(state.queries - before).toBeLessThanOrEqual(2)
    prove()
    expect(await checks(2 * dayMs, hourMs)).toBe(2)
    expect(await read()).toMatchObject({ status: 'verified' })
  })

  it('is served for three days without its record, and while name servers fail', async () => {
    const { service, loop, state, records, prove, read, isServed } = await scene()
    const pass = async (ms: number) => {
      service.clock.advance(ms)
      await loop.iteration()
    }
    prove()
    await pass(0)
    state.failsWith = 2
    for (let day = 0; day < 5; day += 1) await pass(dayMs)
    expect(await read()).toMatchObject({
      status: 'verified',
      verificationErrors: [expect.stringContaining('ESERVFAIL')],
    })
    state.failsWith = 0
    records.clear()
    await pass(hourMs)
    await pass(2 * dayMs)
    expect(await read()).toMatchObject({
      status: 'verified',
      verificationErrors: [expect.stringContaining('TXT'), expect.anything()],
    })
    expect(await isServed()).toBe(true)
    await pass(dayMs)
    expect(await read()).toMatchObject({ status: 'failed' })
    expect(await isServed()).toBe(false)
  })

  it('is not verified by records that anyone could write, however they are made', async () => {
    const { proof, records, read, recheck } = await scene()
    const hostile = [`${'a'.repeat(299)}\u{1F600}`, Buffer.from([0xff, 0x00]), `${proof.value}x`]
    records.set(`TXT ${proof.name}`, {
      type: 'TXT',
      name: proof.name,
      data: hostile.flatMap((text) => [Buffer.from(text).subarray(0, 255), Buffer.from(text).subarray(255)]),
    })
    await recheck()
    const { status, found } = await read()
    expect({ status, kept: found.txt.map((text: string) => text.length) }).toEqual({ status: 'pending', kept: [300] })
  })

  it('has to be proven again for another page, and after it was changed', async () => {
    const { service, send, path, domain, prove, recheck, read } = await scene()
    prove()
    await recheck()
    const [url, other] = [randomId(), randomId()]
    await send('PUT', path, { name: 'Acme', url, customDomain: `other.${domain}` })
    expect(await read()).toMatchObject({ domain: `other.${domain}`, status: 'pending', checkedAt: null })
    const stranger = (await service.owner()).send
    const taken = await stranger('POST', pages, { name: 'Thief', url: other, customDomain: domain })
    service.clock.advance(minuteMs)
    const verification = `${pages}/${Object(taken.body).id}/custom-domain-verifications`
    expect((await stranger('POST', `${verification}/recheck`)).body).toMatchObject({ status: 'pending' })
    expect((await send('GET', verification)).status).toBe(404)
    await send('PUT', path, { name: 'Acme', url })
    expect((await send('GET', `${path}/custom-domain-verifications`)).status).toBe(404)
  })

  it('belongs to one page, and is no address, nor the service itself, however it is written', async () => {
    const { service, domain } = await scene(`müller-${randomId()}.example`)
    const { send } = await service.owner()
    const create = async (customDomain: string) =>
      (await send('POST', pages, { name: 'Acme', url: randomId(), customDomain })).status
    for (const taken of [domain, `${domain}.`, domain.toUpperCase(), new URL(`http://${domain}`).hostname])
      expect([taken, await create(taken)]).toEqual([taken, 409])
    const hostile = [
      '127.0.0.1',
      '0x7f.1',
      '１２７.０.０.１',
      '127.0.0.1.',
      '::1',
      '[::1]',
      'localhost',
      'Belfry.Example.',
    ]
    const malformed = ['a..example', 'xn--.example', '-a.example', `${'a'.repeat(64)}.example`]
    const long = `${'a23456789.'.repeat(23)}example`
    for (const wrong of [...hostile, ...malformed, 'ｂｅｌｆｒｙ.example', 'belfry.example..', long])
      expect([wrong, await create(wrong)]).toEqual([wrong, 400])
  })
})
