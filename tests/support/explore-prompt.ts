import { createEgress } from '#egress'
import { SystemClock, minuteMs } from '#kernel'
import { explore } from '#model'
import type { ProbeTools } from '#probes'

/** Lets the model at `url` follow prompts; no tool without a URL. */
export function explorePromptAt(url: string | null, maxSteps: number): Pick<ProbeTools, 'explorePrompt'> {
  if (url === null) return {}
  const { http } = createEgress({ allowPrivateTargets: true }, new SystemClock())
  const limits = { maxSteps, maxTokens: 100_000 }
  const tools = { http, timeoutMs: minuteMs }
  return {
    explorePrompt: {
      maxMs: 2 * minuteMs,
      explore: (order) => explore(order, limits, { url, apiKey: null, model: 'small' }, tools),
    },
  }
}
