import { expect, it } from 'vitest'
import { explainMissingPrograms } from './explain-missing-programs.ts'

const missing = "Executable doesn't exist at /cache/ffmpeg-1011/ffmpeg-linux"

it('says what to set up where Playwright finds no FFmpeg, instead of its box, and leaves other texts as they are', () => {
  expect(explainMissingPrograms(`Error: ${missing}\n╔══╗\n║ npx playwright install ║\n╚══╝ after`)).toMatch(
    /^Error: Videos need FFmpeg.* BELFRY_FFMPEG_PATH, or record no video\. after$/,
  )
  expect(explainMissingPrograms("Executable doesn't exist at /cache/chrome")).toBe(
    "Executable doesn't exist at /cache/chrome",
  )
})

it.each([
  [
    "Executable doesn't exist at /run/browsers/firefox-1509/firefox/firefox\n╔══╗\n║ npx playwright install ║\n╚══╝",
    'Firefox',
  ],
  ["Executable doesn't exist at /run/browsers/webkit-2248/pw_run.sh\n╔══╗\n║ npx playwright install ║\n╚══╝", 'WebKit'],
  [
    'Chromium distribution \'msedge\' is not found at /opt/edge/msedge\nRun "npx playwright install msedge"',
    '"msedge"',
  ],
])('says that there is no other browser where Playwright finds none, and advises no download: %s', (text, name) => {
  expect(explainMissingPrograms(`Error: browserType.launch: ${text}\n  at a.spec.ts:3`)).toMatch(
    new RegExp(
      `^Error: browserType.launch: This needs .*${name}, and this machine has Chromium only.*command\\.\n  at`,
    ),
  )
})

it('reads a text of boxes that never end in one pass', () => {
  const text = `${missing} ╔ `.repeat(50_000)
  expect(explainMissingPrograms(text).split('Videos need FFmpeg')).toHaveLength(50_001)
})
