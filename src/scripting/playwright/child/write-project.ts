import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlaywrightJob } from '../messages.ts'

export const sources = path.resolve('sources')
/** The variable in which the worker finds how far the time of the service is ahead. It is hidden from scripts. */
export const clockOffset = 'BELFRY_CLOCK_OFFSET'
export const eventsFile = path.resolve('browser-events.jsonl')

/** Makes the packages of the runtime those of this directory. */
export function linkPackages(runtime: string): void {
  symlinkSync(path.join(runtime, 'node_modules'), path.resolve('node_modules'))
}

/** Makes the program that records videos the one that Playwright looks for in its own directory of browsers. */
export function linkEncoder(packages: NodeJS.Require, program: string): void {
  const { browsers } = packages(
    path.join(path.dirname(packages.resolve('playwright-core/package.json')), 'browsers.json'),
  ) as Browsers
  const revision = browsers.find(({ name }) => name === 'ffmpeg')?.revision
  const directory = path.join(homedir(), '.cache/ms-playwright', `ffmpeg-${revision}`)
  mkdirSync(directory, { recursive: true })
  symlinkSync(program, path.join(directory, 'ffmpeg-linux'))
}

interface Browsers {
  readonly browsers: readonly { readonly name: string; readonly revision: string }[]
}

/** Writes the sources and the configuration of a job; answers the configuration's path and the variables of the run. */
export function writeProject(line: string): { readonly config: string; readonly environment: Record<string, string> } {
  const job = JSON.parse(line) as PlaywrightJob
  for (const [name, text] of Object.entries(job.files)) {
    const file = inSources(name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const [name, base64] of Object.entries(job.snapshots ?? {})) {
    const file = inSources(name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(base64, 'base64'))
  }
  const config = path.resolve('playwright.config.json.cjs')
  writeFileSync(config, configuration(job))
  return {
    config,
    environment: {
      ...job.environment,
      PWTEST_CACHE_DIR: path.resolve('.transform-cache'),
      [clockOffset]: String(job.sentAt - Date.now()),
    },
  }
}

function inSources(name: string): string {
  const file = path.resolve(sources, name)
  if (file.startsWith(`${sources}${path.sep}`)) return file
  throw new Error(`"${name}" is not a path below the directory of the check.`)
}

function configuration(job: PlaywrightJob): string {
  const { timeouts, updateSnapshots = false } = job
  const snapshots = updateSnapshots ? `${inSources(job.entry)}-snapshots` : null
  const settings = {
    testDir: sources,
    timeout: timeouts.testMs,
    globalTimeout: timeouts.globalMs,
    expect: { ...job.expect, timeout: timeouts.expectMs },
    retries: 0,
    workers: 1,
    forbidOnly: false,
    outputDir: path.resolve('output'),
    updateSnapshots: updateSnapshots ? 'changed' : 'none',
    reporter: [[fileURLToPath(new URL('./reporter.ts', import.meta.url)), { sources, eventsFile, snapshots }]],
    use: useOf(job),
  }
  const entry = inSources(job.entry).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `module.exports = { ...${JSON.stringify(settings)}, testMatch: new RegExp(${JSON.stringify(`^${entry}$`)}) }\n`
}

function useOf(job: PlaywrightJob): Record<string, unknown> {
  const { chromium, artifacts, userAgent } = job
  const launchOptions = chromium !== null && {
    executablePath: chromium.program,
    args: [...chromium.args],
    env: { HOME: process.cwd(), TMPDIR: process.cwd(), ...chromium.environment },
    chromiumSandbox: chromium.sandbox,
  }
  return {
    browserName: 'chromium',
    headless: true,
    trace: artifacts.trace,
    screenshot: artifacts.screenshot,
    video: artifacts.video,
    ...(userAgent !== null && { userAgent }),
    ...job.use,
    ...(launchOptions && { launchOptions }),
  }
}
