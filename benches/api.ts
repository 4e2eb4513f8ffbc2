import { hashToken, randomToken, timeOrderedId } from '#kernel'
import type { BareJob } from './bare-server.ts'
import { startScript } from './child-script.ts'
import type { ChildScript } from './child-script.ts'
import type { LoaderJob, LoaderResult } from './loader.ts'
import { cpuSecondsOf } from './machine.ts'
import { seedChecks } from './seed-checks.ts'
import { startService } from './service.ts'
import type { Service, ServiceOptions } from './service.ts'

const operations = ['get one check', 'list 100', 'create'] as const
type OperationName = (typeof operations)[number]
const servers = ['belfry', 'bare', 'bare + SQL'] as const
type ServerName = (typeof servers)[number]

/** Medians over the rounds. */
export interface ApiResult {
  readonly operation: OperationName
  readonly server: ServerName
  readonly requestsPerSecond: number
  /** CPU of the server process alone, in ms per request. */
  readonly cpuPerRequest: number
  readonly p50: number
  readonly p99: number
  /** Requests per second against the bare servers of the same operation and round. */
  readonly ofBare: number
  readonly ofBareWithSql: number
  readonly rejected: number
}

export interface ApiOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

const storedChecks = 1_000
const keyCount = 2_000
const settleMs = 500

/** The service and two bare servers in turn, round after round, by the same loader. */
export async function runApi(options: ApiOptions, of: ServiceOptions = {}): Promise<ApiResult[]> {
  const service = await startService({ ...of, environment: { BELFRY_ROLES: 'api' } })
  const children: ChildScript[] = []
  try {
    const setUp = await prepare(service)
    const loader = await startReady('loader.ts', children)
    const memory = await startBare({ ...setUp.bare, connectionString: null }, children)
    const sql = await startBare(setUp.bare, children)
    const ports = { belfry: Number(new URL(service.url).port), bare: memory.port, 'bare + SQL': sql.port }
    const pids = { belfry: service.pid(), bare: memory.pid, 'bare + SQL': sql.pid }
    const samples: Sample[] = []
    for (let round = 0; round <= options.rounds; round += 1)
      for (const operation of operations)
        for (const server of servers) {
          const job = { ...setUp.jobs[operation], port: ports[server], connections: options.connections }
          const sample = await measure(loader, { ...job, seconds: options.seconds }, pids[server])
          if (round > 0) samples.push({ operation, server, ...sample })
        }
    return summarize(samples)
  } finally {
    for (const child of children) await child.stop()
    await service.stop()
  }
}

interface Sample extends LoaderResult {
  readonly operation: OperationName
  readonly server: ServerName
  readonly cpuSeconds: number
}

async function measure(loader: ChildScript, job: LoaderJob, pid: number) {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = cpuSecondsOf(pid)
  loader.send(job)
  const result = await loader.message<LoaderResult>()
  return { ...result, cpuSeconds: cpuSecondsOf(pid) - before }
}

function summarize(samples: readonly Sample[]): ApiResult[] {
  return operations.flatMap((operation) =>
    servers.map((server) => {
      const own = samples.filter((sample) => sample.operation === operation && sample.server === server)
      const against = (other: ServerName): number => {
        const others = samples.filter((sample) => sample.operation === operation && sample.server === other)
        return median(own.map((sample, round) => rateOf(sample) / rateOf(others[round] ?? sample)))
      }
      return {
        operation,
        server,
        requestsPerSecond: median(own.map(rateOf)),
        cpuPerRequest: median(own.map((sample) => (1000 * sample.cpuSeconds) / sample.requests)),
        p50: median(own.map((sample) => sample.p50)),
        p99: median(own.map((sample) => sample.p99)),
        ofBare: against('bare'),
        ofBareWithSql: against('bare + SQL'),
        rejected: own.reduce((sum, sample) => sum + sample.rejected, 0),
      }
    }),
  )
}

const rateOf = ({ requests, seconds }: LoaderResult): number => requests / seconds

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function prepare(service: Service) {
  const { store, accountId, apiKey } = service
  const checkIds = await seedChecks(store, {
    accountId,
    count: storedChecks,
    kinds: ['URL'],
    frequency: 10,
    frequencyOffset: null,
    port: 1,
  })
  const keys = await seedKeys(service)
  const body = JSON.stringify({
    name: 'Created check %',
    activated: true,
    frequency: 10,
    locations: ['eu-west-1', 'us-east-1'],
    tags: ['bench'],
    request: {
      url: 'https://example.com/status',
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    },
  })
  const callApi = (path: string, init: RequestInit = {}): Promise<unknown> =>
    fetch(service.url + path, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    }).then((response) => {
      if (!response.ok) throw new Error(`${path} was answered ${response.status}.`)
      return response.json()
    })
  const checkId = checkIds[0] ?? ''
  const paths = { get: `/v1/checks/${checkId}`, list: '/v1/checks?limit=100&page=1', create: '/v1/checks/url' }
  const answers = {
    get: await callApi(paths.get),
    list: await callApi(paths.list),
    create: await callApi(paths.create, { method: 'POST', body }),
  }
  const read = { method: 'GET' as const, keys, body: null, expectedStatus: 200 }
  const jobs = {
    'get one check': { ...read, paths: checkIds.slice(0, 200).map((id) => `/v1/checks/${id}`) },
    'list 100': { ...read, paths: [paths.list] },
    create: { method: 'POST' as const, keys, body, expectedStatus: 201, paths: [paths.create] },
  }
  const bare = {
    connectionString: service.connectionString(),
    secretKey: service.secretKey,
    accountId,
    checkId,
    answers,
  }
  return { jobs, bare }
}

/** Many keys, since each may be used 600 times a minute. */
export async function seedKeys({ store, accountId }: Pick<Service, 'store' | 'accountId'>): Promise<string[]> {
  const keys = Array.from({ length: keyCount }, () => `bench_${randomToken(16)}`)
  await store.db.query(
    `insert into api_keys (id, kind, name, prefix, hash, account_id, role, created_at)
     select id, 'service', 'bench', 'bench_', hash, $3, 'ADMIN', now() from unnest($1::uuid[], $2::bytea[]) as key (id, hash)`,
    [keys.map(() => timeOrderedId(Date.now())), keys.map(hashToken), accountId],
  )
  return keys
}

async function startReady(name: string, children: ChildScript[]): Promise<ChildScript> {
  const child = await startScript(name)
  children.push(child)
  await child.message()
  return child
}

async function startBare(job: BareJob, children: ChildScript[]): Promise<{ pid: number; port: number }> {
  const child = await startReady('bare-server.ts', children)
  child.send(job)
  const { port } = await child.message<{ port: number }>()
  return { pid: child.pid, port }
}
