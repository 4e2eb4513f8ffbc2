import { ArtifactHealth, storeArtifacts, sweepContents } from '#artifacts'
import type { ArtifactTools, BlobStore } from '#artifacts'
import { settleRuns } from '#runs'
import type { ObservedArtifact, RunReport, StoredArtifact } from '#contract'
import { randomId, silentLog, timeOrderedId } from '#kernel'
import { insertRunTasks } from '#storage/runs'
import type { OpenedBlobs } from './blob-stores.ts'
import type { TestService } from './test-service.ts'

/** Runs of one account that produce files. */
export class ArtifactScene {
  readonly service: TestService
  readonly accountId: string
  readonly checkId: string
  tools: ArtifactTools

  constructor(service: TestService, owner: { accountId: string; checkId: string }, opened: OpenedBlobs) {
    this.service = service
    this.accountId = owner.accountId
    this.checkId = owner.checkId
    this.tools = toolsOf(service, opened)
  }

  /** A run that a runner holds. */
  async run(): Promise<{ readonly taskId: string; readonly leaseToken: string }> {
    const { db, clock } = this.service
    const nowMs = clock.now()
    const sessionId = await this.service.session(this.accountId, this.checkId)
    const [taskId, leaseToken] = [timeOrderedId(nowMs), randomId()]
    const at = new Date(nowMs)
    await insertRunTasks(db, [
      {
        id: taskId,
        accountId: this.accountId,
        checkId: this.checkId,
        sessionId,
        sequenceId: taskId,
        queue: 'eu-west-1',
        sessionSize: 1,
        attempt: 1,
        runSource: 'SCHEDULER',
        scheduledFor: at,
        sequenceStartedAt: at,
        claimableAt: at,
        queuedAt: at,
      },
    ])
    await db.rows('update run_tasks set lease_token = $2 where id = $1', [taskId, leaseToken])
    return { taskId, leaseToken }
  }

  store(lease: { readonly taskId: string; readonly leaseToken: string }, files: readonly ObservedArtifact[]) {
    return storeArtifacts(this.tools, lease, files)
  }

  /** Reports a run; returns whether the report was accepted. */
  async report(
    lease: { readonly taskId: string; readonly leaseToken: string },
    artifacts: readonly StoredArtifact[],
    outcome: 'passed' | 'failed' = 'passed',
    detail: Record<string, unknown> = {},
  ): Promise<boolean> {
    const nowMs = this.service.clock.now()
    const report: RunReport = {
      ...lease,
      observation: { startedAt: nowMs, stoppedAt: nowMs, responseTimeMs: 1, answer: null, failure: null, log: [] },
      verdict: { outcome, reasons: [], assertions: [], overMaxResponseTime: false },
      detail: { tcpCheckResult: { requestError: null, ...detail } },
      isRunnerError: false,
      artifacts,
    }
    const context = { nowMs, publicUrl: 'https://belfry.example', randomNumber: () => 0.5 }
    return (await settleRuns(this.service.store, [report], context)).settled === 1
  }

  /** The id of the result of a run with these files. */
  async result(files: readonly ObservedArtifact[], outcome: 'passed' | 'failed' = 'passed'): Promise<string> {
    const lease = await this.run()
    const { stored } = await this.store(lease, files)
    await this.report(lease, stored, outcome)
    return lease.taskId
  }

  async sweep(resultsFromMs: number | null = null): Promise<void> {
    while ((await sweepContents(this.tools, resultsFromMs)) > 0);
  }

  async objects(): Promise<string[]> {
    return objectsOf(this.tools.blobs)
  }
}

export async function objectsOf(blobs: BlobStore): Promise<string[]> {
  const ids: string[] = []
  for await (const portion of blobs.list()) ids.push(...portion.map(({ id }) => id))
  return ids
}

export const toolsOf = (service: Pick<TestService, 'store' | 'clock'>, opened: OpenedBlobs): ArtifactTools => ({
  store: service.store,
  blobs: opened.blobs,
  spoolDirectory: `${opened.directory}/spool`,
  quotaBytes: 10_000_000,
  clock: service.clock,
  log: silentLog,
  health: new ArtifactHealth(),
})

export const aFile = (text: string | Buffer, changes: Partial<ObservedArtifact> = {}): ObservedArtifact => ({
  name: 'trace.zip',
  kind: 'trace',
  contentType: 'application/zip',
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  ...changes,
})
