import { defaultAlertSettings, defaultPlainSettings } from '#contract'
import type { CheckDefinition } from '#contract'
import { timeOrderedId } from '#kernel'
import { nextRunAt } from '#schedule'
import { saveSchedules } from '#storage/checks'
import { notify } from '#storage/database'
import type { CheckPlan } from '#storage/checks'
import type { Store } from '#storage/database'
import { availableAddresses } from './target-addresses.ts'

export type Kind = 'URL' | 'TCP' | 'API'

export interface CheckSeed {
  readonly accountId: string
  readonly count: number
  readonly kinds: readonly Kind[]
  readonly frequency: number
  readonly frequencyOffset: number | null
  readonly port: number
  /** When false the checks exist but never come due. */
  readonly isActive?: boolean
  /** Of the target; default: one of those of the benches after the other. */
  readonly address?: string
}

const batch = 2_000

/** Stores checks as the create verb does, in bulk, and returns their ids. The service is notified at the end. */
export async function seedChecks(store: Store, seed: CheckSeed): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < seed.count; from += batch) {
    const size = Math.min(batch, seed.count - from)
    const checks = Array.from({ length: size }, (_, index) => checkOf(seed, from + index))
    await store.db.transaction(async (tx) => {
      await tx.query(insertChecks, [JSON.stringify(checks.map(rowOf))])
      await tx.query(
        `insert into check_states (account_id, check_id, created_at) select $1, id, now() from unnest($2::uuid[]) as id`,
        [seed.accountId, checks.map((check) => check.id)],
      )
      await saveSchedules(
        tx,
        checks.map((check) => planOf(check, seed)),
      )
    })
    ids.push(...checks.map((check) => check.id))
  }
  await store.db.query('analyze checks, check_states, check_schedules, schedule_times')
  await notify(store.db, 'schedules')
  return ids
}

const insertChecks = `
insert into checks (account_id, id, check_type, name, activated, muted, tags, frequency, frequency_offset, locations,
  private_locations, run_parallel, settings, version, created_at)
select account_id, id, check_type, name, activated, muted, tags, frequency, frequency_offset, locations,
  private_locations, run_parallel, settings, version, created_at
from jsonb_populate_recordset(null::checks, $1::jsonb)`

function checkOf(seed: CheckSeed, index: number): CheckDefinition {
  const kind = seed.kinds[index % seed.kinds.length] ?? 'URL'
  const createdAt = new Date()
  return {
    accountId: seed.accountId,
    id: timeOrderedId(createdAt.getTime()),
    checkType: kind,
    name: `${kind} check ${index}`,
    activated: seed.isActive ?? true,
    muted: false,
    groupId: null,
    groupOrder: null,
    tags: ['bench'],
    frequency: seed.frequency,
    frequencyOffset: seed.frequencyOffset,
    locations: ['eu-west-1'],
    privateLocations: [],
    runParallel: false,
    settings: settingsOf(
      kind,
      seed.address ?? availableAddresses[index % availableAddresses.length] ?? '127.0.0.1',
      seed.port,
    ),
    version: 1,
    createdAt,
    updatedAt: null,
  }
}

function settingsOf(kind: Kind, address: string, port: number): CheckDefinition['settings'] {
  return {
    ...defaultPlainSettings,
    doubleCheck: false,
    useGlobalAlertSettings: false,
    alertSettings: defaultAlertSettings,
    retryStrategy: null,
    triggerIncident: null,
    degradedResponseTime: 3000,
    maxResponseTime: 5000,
    request: kind === 'TCP' ? tcpRequest(address, port) : urlRequest(`http://${address}:${port}/status`),
    environmentVariables: [],
  }
}

const urlRequest = (url: string) => ({
  method: 'GET' as const,
  url,
  followRedirects: true,
  skipSSL: false,
  ipFamily: 'IPv4' as const,
  body: '',
  bodyType: 'NONE' as const,
  headers: [],
  queryParameters: [],
  basicAuth: null,
  assertions: [
    { source: 'STATUS_CODE' as const, comparison: 'EQUALS' as const, property: '', target: '200', regex: null },
  ],
})

const tcpRequest = (hostname: string, port: number) => ({
  hostname,
  port,
  data: null,
  ipFamily: 'IPv4' as const,
  assertions: [],
})

const rowOf = (check: CheckDefinition): Record<string, unknown> => ({
  account_id: check.accountId,
  id: check.id,
  check_type: check.checkType,
  name: check.name,
  activated: check.activated,
  muted: check.muted,
  tags: check.tags,
  frequency: check.frequency,
  frequency_offset: check.frequencyOffset,
  locations: check.locations,
  private_locations: check.privateLocations,
  run_parallel: check.runParallel,
  settings: check.settings,
  version: check.version,
  created_at: check.createdAt,
})

function planOf(check: CheckDefinition, seed: CheckSeed): CheckPlan {
  const { id: checkId, frequency, frequencyOffset } = check
  const next = seed.isActive === false ? null : nextRunAt({ checkId, frequency, frequencyOffset }, Date.now())
  return {
    accountId: check.accountId,
    checkId: check.id,
    checkType: check.checkType,
    checkName: check.name,
    frequency,
    frequencyOffset,
    locations: [...check.locations],
    runParallel: false,
    nextRunAt: next === null ? null : new Date(next),
  }
}
