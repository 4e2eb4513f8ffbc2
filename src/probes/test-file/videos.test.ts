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
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-encoder-'))
  chmodSync(directory, 0o755)
  const encoder = process.env['BELFRY_FFMPEG_PATH'] ?? join(directory, 'ffmpeg')
  writeFileSync(join(directory, 'ffmpeg'), program)
  chmodSync(join(directory, 'ffmpeg'), 0o755)
  runs = await startTestFileRuns([], encoder)
})
afterAll(async () => {
  await runs[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true, force: true })
})

async function videosOf(keepsFiles: boolean, expected: number): Promise<readonly string[]> {
  const script = `import { test, expect } from '@playwright/test'
test('shows', async ({ page }) => {
  await page.setContent('<h1>Welcome</h1>')
  await page.waitForTimeout(500)
  expect(1).toBe(${expected})
})`
  const {
    answer,
    failure,
    artifacts = [],
  } = await observe(
    {
      checkType: 'BROWSER',
      request: codeRequest,
      timeoutMs: 240_000,
      accountId: 'account',
      code: { runtimeId: null, snippets: [], environment: [], script, keepsFiles },
    },
    { ...probeTools, playwright: runs.playwright },
  )
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
