import { installableRuntimeIds } from '#contract'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether browser checks have a browser. Others do not need it, so a missing one only degrades. */
export const browser: FindingSource = {
  name: 'browser',
  title: 'Browser',
  meaning: 'Whether browser checks have a browser.',
  advice: 'The service installs runtimes while it runs. See the log for the cause. Other checks do not need a browser.',
  readsDatabase: false,
  audience: 'admins',
  async find({ runtimes }): Promise<HealthResult> {
    const runtime = installableRuntimeIds.find((id) => runtimes?.status(id).state === 'installed')
    if (runtimes === undefined || runtime === undefined) return { ok: true, found: [{ code: 'BROWSER_UNKNOWN' }] }
    const { chromium, chromiumProblem } = await runtimes.get(runtime)
    if (chromium !== null) return { ok: true, found: [{ code: 'BROWSER_READY', values: { runtime } }] }
    return {
      ok: true,
      isDegraded: true,
      found: [{ code: 'BROWSER_MISSING', values: { runtime } }],
      details: [{ code: 'BROWSER_REASON', values: { reason: chromiumProblem ?? '?' } }],
    }
  },
}
