import { expect, it } from 'vitest'
import { explainEncoder } from './explain-encoder.ts'

const missing = "Executable doesn't exist at /cache/ffmpeg-1011/ffmpeg-linux"

it('says what to set up where Playwright finds no FFmpeg, instead of its box, and leaves other texts as they are', () => {
  expect(explainEncoder(`Error: ${missing}\n╔══╗\n║ npx playwright install ║\n╚══╝ after`)).toMatch(
    /^Error: Videos need FFmpeg.* BELFRY_FFMPEG_PATH, or record no video\. after$/,
  )
  expect(explainEncoder("Executable doesn't exist at /cache/chrome")).toBe("Executable doesn't exist at /cache/chrome")
})

it('reads a text of boxes that never end in one pass', () => {
  const text = `${missing} ╔ `.repeat(50_000)
  expect(explainEncoder(text).split('Videos need FFmpeg')).toHaveLength(50_001)
})
