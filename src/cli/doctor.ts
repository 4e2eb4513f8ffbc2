import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { statfs, mkdtemp, rm } from 'node:fs/promises'
import { dirname, resolve, join } from 'node:path'
import { installableRuntimeIds, isReachableAddress, locationOfQueue } from '#contract'
import { createEgress } from '#egress'
import { dayMs, silentLog, systemClock } from '#kernel'
import { pingPermission } from '#probes'
import { createMachineRuntimes } from '#machine'
import { artifactTools, checkDatabase, openStore } from '#server'
import { tmpdir } from 'node:os'
import { createSandbox } from '#scripting'
import type { Settings } from '#server'
import {
  findOldestAccountId,
  findOwnerAddress,
  findServiceTime,
  listAgentCrashes,
  listFailingChannels,
  readDatabaseClock,
  totalArtifactUsage,
} from '#storage'
import type { Store } from '#storage'
import { settingsOrMistakes } from './settings.ts'

/** The outcome of one check, and what to do when it failed. */
interface Finding {
  readonly state: 'fine' | 'warning' | 'problem'
  readonly found: string
  readonly advice?: string
}

type Examination = (settings: Settings) => Promise<Finding>

const examinations: Readonly<Record<string, Examination>> = {
  Database: examineDatabase,
  Work: examineWork,
  Disk: examineDisk,
  Artifacts: examineArtifacts,
  DNS: examineDns,
  Outbound: examineOutbound,
  Ping: examinePing,
  Scripts: examineScripts,
  Mail: examineMail,
  Owner: examineOwner,
  Agents: examineAgents,
  Channels: examineChannels,
  Providers: examineProviders,
  Runtimes: examineRuntimes,
}

/** Prints problems and their remedies. Exit code 1 when a problem would keep the service from working. */
export async function doctor(): Promise<number> {
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  let worst = 0
  for (const [subject, examine] of Object.entries(examinations)) {
    const finding = await examine(settings).catch((error: unknown): Finding => ({
      state: 'problem',
      found: error instanceof Error ? error.message : String(error),
    }))
    const mark = { fine: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }[finding.state]
    process.stdout.write(`${mark}${subject.padEnd(10)}${finding.found}\n`)
    if (finding.advice !== undefined) process.stdout.write(`${' '.repeat(18)}→ ${finding.advice}\n`)
    if (finding.state === 'problem') worst = 1
  }
  return worst
}

const clockToleranceMs = 2_000

async function examineDatabase(settings: Settings): Promise<Finding> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true })
  try {
    const before = systemClock.now()
    const databaseMs = await readDatabaseClock(opened.store.db)
    const skewMs = Math.abs(databaseMs - (before + systemClock.now()) / 2)
    const [row] = await opened.store.db.rows<{ version: string }>(`select current_setting('server_version') as version`)
    const kind = settings.databaseUrl === null ? 'embedded' : 'outside'
    const found = `PostgreSQL ${row?.version ?? '?'} (${kind}), migrations applied, clock differs by ${Math.round(skewMs)} ms`
    return skewMs <= clockToleranceMs
      ? { state: 'fine', found }
      : { state: 'problem', found, advice: 'Synchronise the clocks of this machine and the database server (NTP).' }
  } finally {
    await opened.close()
  }
}

/** What `/health` reads from the database. A stopped service does no work, so this only warns. */
async function examineWork(settings: Settings): Promise<Finding> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true })
  try {
    const { db } = opened.store
    const aheadMs = ((await findServiceTime(db))?.latestAt.getTime() ?? 0) - systemClock.now()
    const ahead = `What is stored is ${Math.round(aheadMs / 1000)} s ahead of the clock of this machine.`
    const reasons = [
      ...(aheadMs > clockToleranceMs ? [ahead] : []),
      ...(await checkDatabase({ db, clock: systemClock, locations: settings.locations })),
    ]
    if (reasons.length === 0) return { state: 'fine', found: 'nothing is late, overdue or scheduled too far ahead' }
    const advice = 'Normal while the service is stopped. While it runs, GET /health says more.'
    return { state: 'warning', found: reasons.join(' '), advice }
  } finally {
    await opened.close()
  }
}

const gigabyte = 1024 ** 3

async function examineDisk(settings: Settings): Promise<Finding> {
  const path = existingPartOf(resolve(settings.dataDir))
  const disk = await statfs(path)
  const free = (disk.bavail * disk.bsize) / gigabyte
  const found = `${free.toFixed(1)} GB free for ${path}`
  if (free > 2) return { state: 'fine', found }
  const advice = 'Free some space, or lower BELFRY_RETENTION_DAYS.'
  return { state: free > 0.5 ? 'warning' : 'problem', found, advice }
}

/** Stores nothing that stays. */
async function examineArtifacts(settings: Settings): Promise<Finding> {
  return withStore(settings, async (store) => {
    const { blobs, quotaBytes } = await artifactTools(settings, store, silentLog)
    const { storedBytes, storedFiles } = await totalArtifactUsage(store.db)
    const used = `${storedFiles} files, ${(storedBytes / gigabyte).toFixed(2)} GB of at most ${(quotaBytes / gigabyte).toFixed(2)} GB for each account`
    try {
      await blobs.check()
      return { state: 'fine', found: `${blobs.place}: ${used}` }
    } catch (error) {
      const found = `${blobs.place}: ${error instanceof Error ? error.message : String(error)}`
      const advice = 'Files of runs are lost until it works. See the settings BELFRY_ARTIFACTS_… and the free space.'
      return { state: 'problem', found, advice }
    }
  })
}

/** The data directory may not exist yet; then its disk is that of its parent. */
const existingPartOf = (path: string): string => (existsSync(path) ? path : existingPartOf(dirname(path)))

const testName = 'example.com'

async function examineDns(): Promise<Finding> {
  try {
    const { address } = await lookup(testName)
    return { state: 'fine', found: `${testName} is ${address}` }
  } catch (error) {
    const found = `${testName} cannot be resolved: ${error instanceof Error ? error.message : String(error)}`
    return {
      state: 'warning',
      found,
      advice: 'Check /etc/resolv.conf. Checks of names will fail; addresses still work.',
    }
  }
}

async function examineOutbound(settings: Settings): Promise<Finding> {
  const egress = createEgress({ allowPrivateTargets: settings.allowPrivateTargets })
  const result = await egress.http({
    method: 'HEAD',
    url: `https://${testName}/`,
    headers: {},
    timeoutMs: 5_000,
    signal: new AbortController().signal,
  })
  if (!('failure' in result) || result.failure === null) return { state: 'fine', found: `https://${testName} answers` }
  const found = `https://${testName}: ${result.failure.message}`
  return {
    state: 'warning',
    found,
    advice: 'Check firewall and proxy, unless this machine only watches its own network.',
  }
}

async function examinePing(): Promise<Finding> {
  const permission = pingPermission()
  if (permission.way !== 'none') return { state: 'fine', found: `ICMP checks can run (${permission.way})` }
  return { state: 'warning', found: 'not permitted', ...(permission.advice && { advice: permission.advice }) }
}

/** Tries the walls in a directory of its own, since the service may be running. */
async function examineScripts({ dataDir, runScriptsWithoutIsolation }: Settings): Promise<Finding> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-doctor-'))
  try {
    const sandbox = await createSandbox({
      directory,
      hidden: [resolve(dataDir)],
      ownEndpoints: () => [],
      runsUnisolated: runScriptsWithoutIsolation,
    })
    const { level, reason, details } = sandbox.status
    const found = [reason, ...(level === null ? [] : details)].join(' ')
    if (level === 'bubblewrap' || level === 'namespaces') return { state: 'fine', found }
    return { state: 'warning', found, advice: wallAdvice }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const wallAdvice =
  'Install bubblewrap, and permit user namespaces (in a container: the options of docs/script-isolation.md).'

async function examineMail(settings: Settings): Promise<Finding> {
  if (settings.smtpUrl !== null)
    return { state: 'fine', found: `alerts leave through ${new URL(settings.smtpUrl).host}` }
  return {
    state: 'warning',
    found: 'no mail server',
    advice: 'Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM for email alerts.',
  }
}

async function withStore<T>(settings: Settings, look: (store: Store) => Promise<T>): Promise<T> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true })
  return look(opened.store).finally(() => opened.close())
}

/** Where alerts are sent that no channel delivers. */
async function examineOwner(settings: Settings): Promise<Finding> {
  const accountId = settings.initialAccountId ?? (await withStore(settings, ({ db }) => findOldestAccountId(db)))
  const address =
    accountId === null ? null : await withStore(settings, ({ db }) => findOwnerAddress(db, accountId.toLowerCase()))
  if (address !== null && isReachableAddress(address))
    return { state: 'fine', found: `the owner is mailed at ${address}` }
  return {
    state: 'warning',
    found: `the owner has no address${address === null ? '' : ` (${address} gets no mail)`}`,
    advice: 'Set BELFRY_OWNER_EMAIL: alerts that no channel delivers are mailed to it.',
  }
}

const crashesShown = 5
const crashesSinceMs = 7 * dayMs

/** Crashes that agents reported. */
async function examineAgents(settings: Settings): Promise<Finding> {
  const since = new Date(systemClock.now() - crashesSinceMs)
  const crashes = await withStore(settings, ({ db }) => listAgentCrashes(db, { since, limit: crashesShown }))
  if (crashes.length === 0) return { state: 'fine', found: 'no agent reported a crash within 7 days' }
  const lines = crashes.map(
    ({ queue, message, stack, version, platform, runtimeVersion, reports, lastAt }) =>
      `in ${locationOfQueue(queue)}: ${message} at ${stack.split('\n', 1)[0] || 'an unknown place'} (agent ${version}, ${platform}, Node ${runtimeVersion}, ${reports} times, last ${lastAt.toISOString()})`,
  )
  return {
    state: 'warning',
    found: `agents crashed: ${lines.join('; ')}`,
    advice: 'Install the newest version where the agent runs. The whole stacks are in the table agent_crashes.',
  }
}

const maxChannels = 10

async function examineChannels(settings: Settings): Promise<Finding> {
  const failing = await withStore(settings, ({ db }) => listFailingChannels(db, maxChannels))
  if (failing.length === 0) return { state: 'fine', found: 'no alert channel keeps failing' }
  const lines = failing.map(
    (row) =>
      `${row.type} channel ${row.channelId} since ${row.failingSince?.toISOString() ?? '?'}: ${row.lastError?.split('\n', 1)[0] ?? ''}`,
  )
  return {
    state: 'warning',
    found: `alert channels that keep failing: ${lines.join('; ')}`,
    advice: 'Correct them, then see with POST /v1/alert-channels/{id}/test that they deliver again.',
  }
}

/** Slack app, SMS and calls need a provider's credentials; without them their channels reject every notification. */
async function examineProviders(settings: Settings): Promise<Finding> {
  const missing = [
    ...(settings.slackBotToken === null ? ['BELFRY_SLACK_BOT_TOKEN (Slack app)'] : []),
    ...(settings.twilioAccountSid === null ? ['BELFRY_TWILIO_ACCOUNT_SID and its companions (SMS, calls)'] : []),
  ]
  if (missing.length === 0) return { state: 'fine', found: 'Slack app, SMS and calls are set up' }
  return { state: 'fine', found: `not set up, needed only for their channel types: ${missing.join(', ')}` }
}

/** What scripts run with. Checks without scripts work without it, so this only warns. */
async function examineRuntimes(settings: Settings): Promise<Finding> {
  const runtimes = createMachineRuntimes({ ...settings, runtimes: null }, silentLog)
  const states = installableRuntimeIds.map((id) => ({ id, status: runtimes.status(id) }))
  const broken = states.find(({ status }) => status.state === 'failed')
  if (broken) return { state: 'warning', found: `${broken.id}: ${broken.status.reason ?? 'failed'}` }
  const there = states.filter(({ status }) => status.state === 'installed').map(({ id }) => id)
  if (there.length === 0)
    return {
      state: 'warning',
      found: 'none is installed',
      advice: 'The service installs one when it runs; GET /health says how far it is.',
    }
  const { chromium, chromiumProblem } = await runtimes.get(there[0] ?? '2026.04')
  const found = `installed: ${there.join(', ')}${chromium === null ? ', without Chromium' : ''}`
  return chromium === null ? { state: 'warning', found, advice: chromiumProblem ?? '' } : { state: 'fine', found }
}
