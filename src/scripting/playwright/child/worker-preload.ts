import { createRequire } from 'node:module'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { offerTotp } from '../../globals/totp.cjs'
import { presentAsRoot } from './own-root.ts'
import { watchBrowsers } from './watch-browser.ts'
import { registerLoader } from './warm-compiler.ts'
import { watchRequests } from './watch-requests.ts'
import { clockOffset } from './write-project.ts'
import { offerHelpers, watchSecrets, watchTests } from './watch-tests.ts'

// Loaded before Playwright's worker. A worker that waits for its job loads what every test needs; its variables arrive with the job.

const packages = createRequire(path.join(realpathSync('node_modules'), 'index.js'))

if (process.env['BELFRY_WARM_WORKER'] !== undefined) {
  delete process.env['BELFRY_WARM_WORKER']
  const receive = (message: unknown): void => {
    const environment = environmentOf(message)
    if (environment === null) return
    process.off('message', receive)
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
    watch()
  }
  process.on('message', receive)
  packages('@playwright/test')
  packages(packages.resolve('playwright/lib/common/configLoader').replace('common/configLoader', 'worker/workerMain'))
  registerLoader(packages)
  process.send?.({ warm: true })
} else watch()

function watch(): void {
  offerTotp(packages, Number(process.env[clockOffset] ?? 0))
  for (const name of [clockOffset, 'BELFRY_COMPILED_CODE', 'NODE_COMPILE_CACHE']) delete process.env[name]
  watchBrowsers(packages)
  watchRequests(packages)
  watchTests(packages)
  offerHelpers()
  presentAsRoot(path.resolve('sources'))
  watchSecrets()
}

/** The runner's own messages have a method. */
function environmentOf(message: unknown): Record<string, string> | null {
  if (typeof message !== 'object' || message === null || !('environment' in message)) return null
  return message.environment as Record<string, string>
}
