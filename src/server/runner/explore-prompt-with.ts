import { createEgress } from '#egress'
import { minuteMs, secondMs } from '#kernel'
import type { Clock } from '#kernel'
import { explore } from '#model'
import type { ProbeTools } from '#probes'
import type { Settings } from '../settings/settings.ts'

const turnTimeoutMs = minuteMs

/** How a model follows prompts in this process; nothing without a model. The operator chose the endpoint, so private addresses are allowed. */
export function explorePromptWith(
  settings: Pick<
    Settings,
    'llmUrl' | 'llmApiKey' | 'llmModel' | 'agenticMaxSteps' | 'agenticMaxTokens' | 'agenticMaxSeconds'
  >,
  clock: Clock,
): Pick<ProbeTools, 'explorePrompt'> {
  const { llmUrl: url, llmApiKey: apiKey, llmModel: model } = settings
  if (url === null || model === null) return {}
  const { http } = createEgress({ allowPrivateTargets: true }, clock)
  const limits = { maxSteps: settings.agenticMaxSteps, maxTokens: settings.agenticMaxTokens }
  return {
    explorePrompt: {
      maxMs: settings.agenticMaxSeconds * secondMs,
      explore: (order) => explore(order, limits, { url, apiKey, model }, { http, timeoutMs: turnTimeoutMs }),
    },
  }
}
