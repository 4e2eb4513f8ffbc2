import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { testRuntimes } from './test-runtimes.ts'

/** The Chromium that runs browser checks, without a window. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const { chromium: installed } = await testRuntimes().get('2026.04')
  if (installed === null) throw new Error('The runtime has no Chromium.')
  return chromium.launch({
    executablePath: installed.program,
    env: { ...process.env, ...installed.environment },
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-dev-shm-usage', ...installed.args, ...more],
  })
}
