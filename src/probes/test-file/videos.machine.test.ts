import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeRequest } from '#contract'
import { startTestFileRuns } from '../../../tests/support/test-file-runs.ts'
import type { TestFileRuns } from '../../../tests/support/test-file-runs.ts'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import { observe } from '../probes.ts'

/** Takes the place of FFmpeg: what it is sent, the images of the page, becomes the file that it is told to write. */
const program = '#!/bin/sh\nfor last; do :; done\nexec cat > "$last"\n'

let directory: string
let runs: TestFileRuns
let runsWithout: TestFileRuns
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-encoder-'))
  chmodSync(directory, 0o755)
  const encoder = process.env['BELFRY_FFMPEG_PATH'] ?? join(directory, 'ffmpeg')
  writeFileSync(join(directory, 'ffmpeg'), program)
  chmodSync(join(directory, 'ffmpeg'), 0o755)
  runs = await startTestFileRuns({ encoder })
  runsWithout = await startTestFileRuns()
})
afterAll(async () => {
  await runs[Symbol.asyncDispose]()
  await runsWithout[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true, force: true })
})

const observed = (script: string, keepsFiles: boolean, { clock, playwright }: TestFileRuns) =>
  observe(
    {
      checkType: 'BROWSER',
      request: codeRequest,
      timeoutMs: 240_000,
      accountId: 'account',
      code: { runtimeId: null, snippets: [], environment: [], script, keepsFiles },
    },
    { ...probeTools, clock, playwright },
  )

async function videosOf(keepsFiles: boolean, expected: number): Promise<readonly string[]> {
  const script = `import { test, expect } from '@playwright/test'
test('shows', async ({ page }) => {
  await page.setContent('<h1>Welcome</h1>')
  await page.waitForTimeout(500)
  expect(1).toBe(${expected})
})`
  const { answer, failure, artifacts = [] } = await observed(script, keepsFiles, runs)
  expect([failure, answer?.tests[0]?.status]).toEqual([null, expected === 1 ? 'passed' : 'failed'])
  return artifacts
    .filter(({ kind }) => kind === 'video')
    .map(({ name, bytes }) => {
      expect(Reflect.get(bytes, 'byteLength')).toBeGreaterThan(1000)
      return name
    })
}

it('keeps videos of runs that fail, and of those that someone started, where the machine has an encoder', async () => {
  expect(await videosOf(false, 2)).toEqual(['video.webm'])
  expect(await videosOf(false, 1)).toEqual([])
  expect(await videosOf(true, 1)).toEqual(['video.webm'])
})

it('says what to set up when a script asks for a video and the machine has no encoder', async () => {
  const script = `import { test } from '@playwright/test'
test.use({ video: 'on' })
test('shows', async ({ page }) => { await page.setContent('<h1>Welcome</h1>') })`
  const { answer } = await observed(script, true, runsWithout)
  const [error] = answer?.tests[0]?.errors ?? []
  expect(error?.message).toMatch(/Videos need FFmpeg.*BELFRY_FFMPEG_PATH/)
  expect(`${error?.message}${error?.stack}`).not.toMatch(/playwright install|╔/)
})
