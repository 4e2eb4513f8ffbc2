import { claimPendingAnalyses, recordAnalysis } from '#error-groups'
import type { PendingAnalysis, WrittenAnalysis } from '#error-groups'
import { diagnose, rulesAuthor } from '#diagnosis'
import type { Clock, Log } from '#kernel'
import { askModel } from '#model'
import type { ModelSettings, ModelTools } from '#model'
import type { Store } from '#storage/database'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface AnalystTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<SelfMetrics, 'analysed'>
  /** Null: the rules write every analysis. */
  readonly model: (ModelSettings & { readonly tools: ModelTools }) | null
}

const batch = 4
/** Longer than the two attempts of a model. */
const leaseMs = 180_000
const idleMs = 2_000
/** How long the model is not used after its endpoint did not respond. */
const restMs = 300_000
/** An analysis that was started more often than this and never finished is written by the rules. */
const modelClaims = 2

/** Writes pending analyses: by the model if one is configured and responds, otherwise by the built-in rules. */
export function analystLoop(tools: AnalystTools): Loop {
  const { store, clock, log, metrics, model } = tools
  let restUntilMs = 0

  const byModel = async (pending: PendingAnalysis, byRules: WrittenAnalysis['analysis'], startedAt: number) => {
    if (model === null || pending.claims > modelClaims || clock.now() < restUntilMs) return null
    const answer = await askModel({ evidence: pending.evidence, byRules, secrets: pending.secrets }, model, model.tools)
    if ('analysis' in answer) {
      const author = { provider: new URL(model.url).hostname, model: model.model }
      return { analysis: answer.analysis, ...author, durationMs: clock.now() - startedAt }
    }
    if (answer.isUnavailable) restUntilMs = clock.now() + restMs
    log.warn(
      { analysisId: pending.id, problem: answer.problem },
      'The model wrote no analysis, so the built-in rules wrote it',
    )
    return null
  }

  const write = async (pending: PendingAnalysis): Promise<void> => {
    const startedAt = clock.now()
    const analysis = diagnose(pending.evidence)
    const written = (await byModel(pending, analysis, startedAt)) ?? {
      analysis,
      ...rulesAuthor,
      durationMs: clock.now() - startedAt,
    }
    // Stopping aborts the request to the model. The next process repeats it.
    if (model?.tools.signal.aborted && written.provider === rulesAuthor.provider) return
    if (await recordAnalysis(store, pending, written, clock.now()))
      metrics.analysed(written.provider === rulesAuthor.provider ? 'rules' : 'model', written.durationMs)
  }

  return {
    name: 'analyses',
    iteration: async () => {
      const pending = await claimPendingAnalyses(store, { nowMs: clock.now(), limit: batch, leaseMs })
      await Promise.all(pending.map(write))
      return pending.length === batch ? 0 : idleMs
    },
  }
}
