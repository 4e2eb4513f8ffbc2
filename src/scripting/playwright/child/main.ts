import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openChannel } from './channel.ts'
import { offerTotp } from '../../globals/totp.cjs'
import { clockOffset, linkEncoder, linkPackages, sources, writeProject } from './write-project.ts'
import { presentAsRoot } from './own-root.ts'
import { offerHelpers } from './watch-tests.ts'
import { warmCompiler } from './warm-compiler.ts'
import { WarmWorker } from './warm-worker.ts'

// One run of the official test runner of Playwright, unchanged. Before the job is known this process loads the runner and starts the
// worker, which is most of the time of a short run. Its directory is empty and its own; its arguments are that of the runtime
// and the program that records videos, if there is one.

const [, , runtime, encoder] = process.argv
if (runtime === undefined) throw new Error('The directory of the runtime is missing.')
const packages = createRequire(`${runtime}/package.json`)
const channel = openChannel()

linkPackages(runtime)
if (encoder !== undefined) linkEncoder(packages, encoder)
// The runner loads test files as well, to find their tests.
offerHelpers()
presentAsRoot(sources)
const worker = new WarmWorker(packages, fileURLToPath(new URL('./worker-preload.ts', import.meta.url)))
const { program } = packages('playwright/lib/program') as Program
// Kept in the cache of modules: the runner would compile it in each run.
createRequire(import.meta.url)('./reporter.ts')
warmCompiler(packages)
await worker.started
channel.send({ ready: true })

const lines = createInterface({ input: channel.input })
lines.once('line', (line) => {
  lines.close()
  channel.input.unref?.()
  run(line).catch((error: unknown) => channel.fail(error))
})

interface Program {
  readonly program: { parseAsync(words: readonly string[]): Promise<unknown> }
}

async function run(line: string): Promise<void> {
  const { config, environment } = writeProject(line)
  // Hidden from the test file.
  for (const name of ['BELFRY_COMPILED_CODE', 'NODE_COMPILE_CACHE']) delete process.env[name]
  Object.assign(process.env, environment)
  offerTotp(packages, Number(environment[clockOffset]))
  // It ends this process, after the reporter has sent the result.
  await program.parseAsync([process.execPath, 'playwright', 'test', '--config', config])
}
