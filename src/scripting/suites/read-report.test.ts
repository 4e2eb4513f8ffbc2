import { expect, it } from 'vitest'
import { readReport } from './read-report.ts'

const attachment = (path: string, contentType = 'application/zip') => ({ name: 'trace', contentType, path })
const aReport = (test: object, more: object = {}): string =>
  JSON.stringify({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 },
    errors: [],
    suites: [{ suites: [{ specs: [{ tests: [test] }] }], specs: [] }],
    ...more,
  })
const read = (test: object, more?: object) => readReport(aReport(test, more), '/work')

it('says what to set up where a video could not be recorded', () => {
  const message = `Error: browser.newContext: Executable doesn't exist at /work/.cache/ms-playwright/ffmpeg-1011/ffmpeg-linux
╔═════════════════════════╗
║     npx playwright install
╚═════════════════════════╝
  at one.spec.ts:3`
  const [error] = read({ status: 'unexpected', results: [{ errors: [{ message }] }] })?.errors ?? []
  expect(error).toMatch(/^Error: browser.newContext: Videos need FFmpeg.*BELFRY_FFMPEG_PATH.*\n  at one.spec.ts:3$/)
})

it('counts tests and reads the errors of the last result of those that failed', () => {
  const results = [{ errors: [{ message: 'first' }] }, { errors: [{ message: '\u001b[31mlast\u001b[39m' }] }]
  expect(read({ status: 'unexpected', results }, { errors: [{ message: 'global' }] })).toEqual({
    tests: { passed: 1, failed: 1, flaky: 0, skipped: 2 },
    errors: ['global', 'last'],
    files: [],
  })
  expect(read({ status: 'flaky', results })?.errors).toEqual([])
})

it('names files below the work directory only, by what they are', () => {
  const attachments = [
    attachment('/work/output/trace.zip'),
    attachment('/work/output/video.webm', 'video/webm'),
    attachment('/work/output/shot.png', 'image/png'),
    attachment('/etc/passwd'),
    attachment('/work/../etc/passwd'),
    attachment('/work'),
    attachment(''),
  ]
  expect(read({ results: [{ attachments }] })?.files).toEqual([
    { name: 'trace', kind: 'trace', contentType: 'application/zip', path: 'output/trace.zip' },
    { name: 'trace', kind: 'video', contentType: 'video/webm', path: 'output/video.webm' },
    { name: 'trace', kind: 'screenshot', contentType: 'image/png', path: 'output/shot.png' },
  ])
})

it.each(['', 'null', '[]', '"x"', '{"stats":5}', '{'])('reads no report from %s', (text) => {
  expect(readReport(text, '/work')).toBeNull()
})

it('leaves out whatever a forged report has in place of what belongs there', () => {
  const forged = {
    stats: { expected: -1, unexpected: '9' },
    suites: [null, 5, { specs: [{ tests: [7, { results: 'x' }] }] }],
  }
  expect(readReport(JSON.stringify({ ...forged, errors: [3] }), '/work')).toEqual({
    tests: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
    errors: ['Unknown error'],
    files: [],
  })
})
