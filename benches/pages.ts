import { get } from 'node:http'
import { dayMs } from '#kernel'
import { startScript } from './child-script.ts'
import type { LoaderJob, LoaderResult } from './loader.ts'
import { cpuSecondsOf } from './machine.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'

/** Readers of one public status page of `components` components with incidents in the past 90 days. */
export interface PageResult {
  readonly components: number
  /** Compressed and whole, in kilobytes. */
  readonly kilobytes: { readonly sent: number; readonly whole: number }
  /** To render and send a page that is not cached, in milliseconds. */
  readonly renderP50: number
  readonly renderP95: number
  /** Pages sent from the cache while as many readers as possible ask. */
  readonly readersPerMinute: number
  /** Of the service for each page from the cache. */
  readonly cpuMsPerReader: number
  readonly readP99: number
}

const sizes = [10, 50, 200] as const
const incidentCount = 40
/** Below the number of pages that one address may have rendered in a minute. */
const renderedPages = 60

export async function runPages(seconds: number): Promise<PageResult[]> {
  const service = await startService({ environment: { BELFRY_ROLES: 'api' } })
  const loader = await startScript('loader.ts')
  try {
    await loader.message()
    const results = []
    for (const components of sizes) {
      const path = await makePage(service, components)
      const rendered = await render(service, path)
      const cpuBefore = cpuSecondsOf(service.pid())
      loader.send(readingOf(service, path, seconds))
      const read = await loader.message<LoaderResult>()
      if (read.rejected > 0) throw new Error(`${read.rejected} readers were refused.`)
      results.push({
        components,
        ...rendered,
        readersPerMinute: (read.requests / read.seconds) * 60,
        cpuMsPerReader: ((cpuSecondsOf(service.pid()) - cpuBefore) * 1_000) / read.requests,
        readP99: read.p99,
      })
    }
    return results
  } finally {
    await loader.stop()
    await service.stop()
  }
}

const readingOf = ({ url }: Service, path: string, seconds: number): LoaderJob => ({
  port: Number(new URL(url).port),
  seconds,
  connections: 16,
  method: 'GET',
  paths: [path],
  keys: ['none'],
  body: null,
  expectedStatus: 200,
  takesGzip: true,
})

/** Each address is another entry of the cache, so each page is rendered. */
async function render({ url }: Service, path: string) {
  const times: number[] = []
  let whole = 0
  for (let index = 0; index < renderedPages; index += 1) {
    const startedAt = performance.now()
    const answer = await fetch(`${url}${path}?reader=${index}`, { headers: { 'accept-encoding': 'identity' } })
    whole = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`)
    times.push(performance.now() - startedAt)
  }
  const sent = await compressedBytes(url + path)
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0
  return { kilobytes: { sent: sent / 1_000, whole: whole / 1_000 }, renderP50: at(0.5), renderP95: at(0.95) }
}

function compressedBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    })
    request.on('error', reject)
  })
}

/** A page in groups of ten, with incidents of an hour spread over the days that it shows. Returns its path. */
async function makePage({ url, apiKey }: Service, count: number): Promise<string> {
  const call = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const made = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(made).slice(0, 500)}`)
    return made
  }
  const pageUrl = `bench-${count}`
  const { id } = await call('POST', '/v3/status-pages', { name: `${count} components`, url: pageUrl })
  const componentIds: string[] = []
  let parentId: unknown
  for (let index = 0; index < count; index += 1) {
    const components = `/v3/status-pages/${String(id)}/components`
    const place = { displayOrder: index }
    if (index % 10 === 0)
      ({ id: parentId } = await call('POST', components, { name: `Region ${index / 10 + 1}`, type: 'GROUP', ...place }))
    const made = await call('POST', components, { name: `Service ${index + 1}`, parentId, ...place })
    componentIds.push(String(made['id']))
  }
  for (let index = 0; index < incidentCount; index += 1) {
    const at = Date.now() - ((index + 0.5) * 90 * dayMs) / incidentCount
    const incidents = `/v3/status-pages/${String(id)}/incidents`
    const made = await call('POST', incidents, {
      name: `Requests to service ${index + 1} fail`,
      componentImpacts: [{ componentId: componentIds[index % count], status: 'PARTIAL_OUTAGE' }],
      incidentUpdates: [updateAt('INVESTIGATING', at)],
    })
    await call('POST', `${incidents}/${String(made['id'])}/incident-updates`, updateAt('RESOLVED', at + 3_600_000))
  }
  return `/status/${pageUrl}`
}

const updateAt = (status: string, atMs: number) => ({
  status,
  description: 'Some requests are answered with errors. We are looking into the **database**.',
  publicIncidentUpdateDate: new Date(atMs).toISOString(),
  notifySubscribers: false,
})
